# SPDX-License-Identifier: MIT
# Sourced by run.sh: other interpreters, which load their extensions by dlopen and dlsym.

languages_programs() {
    program "perl: modules written in C" perl perl "$sources/modules.pl"
    program "perl: fork, exec, pipes, signals" perl perl -e '
        use strict; use warnings; use POSIX ":sys_wait_h"; $| = 1;
        for my $n (1 .. 3) {
            my $pid = fork // die;
            exit 10 + $n if !$pid;
            waitpid $pid, 0;
            print $? >> 8, "\n";
        }
        open my $pipe, "-|", "sh", "-c", "echo through a pipe; exit 3" or die; print <$pipe>;
        close $pipe; print $? >> 8, "\n";
        local $SIG{ALRM} = sub { print "alarm\n" }; alarm 1; sleep 5;
        print `echo quoted`, system("kill -9 \$\$") & 127, "\n"; warn "a warning\n";
        exec "echo", "executed"'
    program "perl: the loader by DynaLoader" perl perl -e '
        require DynaLoader;
        my $m = DynaLoader::dl_load_file("libm.so.6", 0) or die DynaLoader::dl_error();
        print defined DynaLoader::dl_find_symbol($m, "cos") ? "found\n" : "not found\n";
        print DynaLoader::dl_find_symbol($m, "no_such_function") // "not found", "\n";
        print DynaLoader::dl_error() =~ s,.*/,,r, "\n";
        DynaLoader::dl_load_file("no-such-library.so", 0); print DynaLoader::dl_error(), "\n"'
    program "perl: threads" perl perl -Mthreads -Mthreads::shared -MThread::Queue -e '
        my $sum :shared = 0; my $queue = Thread::Queue->new(1 .. 50); $queue->end;
        sub add { while (defined(my $n = $queue->dequeue)) { lock $sum; $sum += $n } }
        $_->join for map { threads->create(\&add) } 1 .. 4;
        print "$sum\n"'
    program -s 9 "perl: dies" perl perl -e 'print "before\n"; $! = 9; die "a word"'
    program "lua: pipes, and a module that isn't there" lua5.4 lua5.4 -e '
        print(io.popen("echo piped"):read("a")); print(os.execute("exit 3"))
        print(package.loadlib("libm.so.6", "cos") ~= nil)
        print(package.loadlib("libm.so.6", "no_such_function"))
        print(string.format("%5.2f %s", math.pi, pcall(error, "caught")))'
    program "tcl: exec, sockets, loading" tclsh sh -c '
        cat >a.tcl <<\END
puts [exec echo piped | tr a-z A-Z]
puts [catch {exec sh -c "exit 3"} text options] ; puts [lindex [dict get $options -errorcode] 2]
proc serve {channel args} {puts $channel served; close $channel}
set server [socket -server serve -myaddr 127.0.0.1 0]
set client [socket -async 127.0.0.1 [lindex [fconfigure $server -sockname] 2]]
fileevent $client readable {puts [gets $client]; set done 1}
vwait done
puts [catch {load no-such-library.so} text]
puts [clock format 0 -gmt 1]
END
        tclsh a.tcl'
}
