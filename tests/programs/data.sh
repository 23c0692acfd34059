# SPDX-License-Identifier: MIT
# Sourced by run.sh: programs that store, pack, cipher and fetch.

data_programs() {
    program "sqlite3: a database on disk" sqlite3 sh -c '
        sqlite3 a.db "pragma journal_mode=wal; create table t(a integer primary key, b text)
            with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
            insert into t select i, hex(i) from n; create index i on t(b)
            select count(*), sum(a), max(b) from t; select json_array(a, b) from t limit 2
            select a, sum(a) over (order by a) from t limit 3; pragma integrity_check;"
        sqlite3 a.db .dump | sha256sum; sqlite3 a.db "select * from no_such"; echo "status $?"'
    program "openssl: digests" openssl sh -c '
        for d in md5 sha256 sha3-512 blake2b512; do openssl dgst -$d /etc/passwd; done'
    program "openssl: ciphers, one by a provider that it loads" openssl sh -c '
        seq 1000 >a
        openssl enc -aes-256-cbc -pbkdf2 -salt -S 0102030405060708 -pass pass:word -in a -out b
        sha256sum b
        openssl enc -d -aes-256-cbc -pbkdf2 -S 0102030405060708 -pass pass:word -in b | cmp - a &&
            echo same
        openssl enc -d -aes-256-cbc -pbkdf2 -pass pass:wrong -in a -out c 2>&1 | sed "s/:.*//" |
            head -n 1
        openssl list -providers -provider legacy; printf x | openssl dgst -provider legacy -md4'
    # The keys are drawn anew each time; none of it is shown.
    program "openssl: a key, a certificate, a signature" openssl sh -c '
        openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key 2>/dev/null ||
            openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key 2>/dev/null
        openssl pkey -in key -check -noout; openssl pkey -in key -pubout -out public
        echo text >a && openssl dgst -sha256 -sign key -out signature a
        openssl dgst -sha256 -verify public -signature signature a
        openssl req -x509 -new -key key -subj /CN=example -days 2 -out certificate
        openssl verify -CAfile certificate certificate
        openssl x509 -in certificate -noout -subject'
    program "ssh-keygen: keys, a signature" ssh-keygen sh -c '
        for t in ed25519 ecdsa rsa; do
            ssh-keygen -q -t $t -N word -C comment -f $t && ssh-keygen -y -P word -f $t |
                cut -d " " -f 1,3
            ssh-keygen -l -f $t.pub | cut -d " " -f 1,3-; done
        ssh-keygen -p -q -P word -N "" -f ed25519; echo text >a
        ssh-keygen -q -Y sign -f ed25519 -n file a
        (printf "a@example.com "; cat ed25519.pub) >signers
        ssh-keygen -Y verify -f signers -I a@example.com -n file -s a.sig <a | cut -d " " -f 1-5
        ssh-keygen -y -f no-such; echo "status $?"'
    pack='seq 20000 >a && touch -d @0 a && mkdir d && ln -s ../a d/l && touch -h -d @0 d/l d || exit
        tar="tar --owner=0 --group=0 --numeric-owner --sort=name"; sum() { cksum "$@"; }'
    program "tar and gzip" "tar gzip" sh -c "$pack"'
        $tar -cf - a d | gzip -n9 | sum; $tar -I "gzip -n" -cf a.tgz a d && tar -tvzf a.tgz
        mkdir x && tar -xzf a.tgz -C x && cmp a x/a && gzip -t a.tgz && echo fine
        tar -xf no-such; echo "status $?"'
    program "tar and bzip2" "tar bzip2" sh -c "$pack"'
        $tar -cjf a.tbz a d && tar -tjf a.tbz && bzip2 -tv a.tbz && bzcat a.tbz |
            tar -xOf - a | sum'
    program "xz, with threads" "tar xz" sh -c "$pack"'
        xz -k -T 2 --block-size=32KiB a && xz --robot -l a.xz && xz -dc -T 2 a.xz | sum
        $tar -cJf a.txz a d && tar -tJf a.txz; echo x | xz -d; echo "status $?"'
    program "zstd, with threads" "tar zstd" sh -c "$pack"'
        zstd -q -T2 -19 a && zstd -dcq a.zst | sum
        $tar -I zstd -cf a.tzst a d && tar -I zstd -tf a.tzst; echo x | zstd -dq; echo "status $?"'
    program "curl: its version, a file" curl sh -c 'curl --version; echo text >a
        curl -sS "file://$PWD/a"; curl -sS file:///no/such; echo "status $?"'
    # It says after how many milliseconds it gave up.
    program -f times -s 7 "curl: nobody there" curl curl -sS --noproxy '*' http://127.0.0.1:1/
    program "curl: from a server in Python" "curl python3" sh -c '
        echo served >index.html; /usr/bin/python3 -c "
import functools, http.server, threading, subprocess
class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer((\"127.0.0.1\", 0), Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
for path in \"/\", \"/none\":
    address = f\"http://127.0.0.1:{server.server_port}{path}\"
    subprocess.run([\"curl\", \"-sS\", \"--noproxy\", \"*\", \"-f\", address])
server.shutdown()"'
    program "jq" jq sh -c 'echo "{\"a\":[1,2,{\"b\":null}]}" |
            jq -c ".a[2].b = (.a[:2] | add) | ., (tojson | @base64)"
        echo "{" | jq .; echo "status $?"'
    program "rsync: two processes of it" rsync sh -c '
        mkdir a && seq 1000 >a/b && ln -s b a/c && touch -d @0 a/b &&
            rsync -a --out-format=%n a/ copy && diff -r a copy && echo same'
    program "dpkg: a package built and read" "dpkg-deb dpkg-query" sh -c '
        mkdir -p p/DEBIAN p/usr &&
            printf "%s: a\n" Package Maintainer Description >p/DEBIAN/control &&
            printf "Version: 1\nArchitecture: all\n" >>p/DEBIAN/control
        dpkg-deb --root-owner-group -Zxz -b p a.deb && dpkg-deb -f a.deb && dpkg-deb -c a.deb |
            cut -c 1-20
        dpkg-query -W -f "\${Package} \${Status}\n" bash no-such-package; echo "status $?"'
}
