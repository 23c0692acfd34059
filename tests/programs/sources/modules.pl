# SPDX-License-Identifier: MIT
# Perl's own modules that are written in C, each made to do something.
use strict;
use warnings;
use B;
use Compress::Raw::Zlib ();
use Cwd;
use Data::Dumper;
use Digest::MD5 qw(md5_hex);
use Digest::SHA qw(sha256_hex);
use Encode;
use Fcntl qw(:flock :mode);
use File::Glob qw(bsd_glob);
use Hash::Util qw(lock_keys);
use I18N::Langinfo qw(langinfo CODESET);
use IO::Socket::INET;
use IO::Compress::Gzip qw(gzip);
use IO::Uncompress::Gunzip qw(gunzip);
use IPC::SysV;
use List::Util qw(sum reduce shuffle);
use MIME::Base64;
use Math::BigInt;
use Opcode;
use POSIX qw(floor strftime setlocale LC_ALL);
use PerlIO::encoding;
use Scalar::Util qw(weaken blessed dualvar);
use Socket;
use Storable qw(freeze thaw dclone);
use Sys::Hostname;
use Time::HiRes qw(usleep time);
use Time::Piece;
use Unicode::Normalize;

$Data::Dumper::Sortkeys = $Data::Dumper::Indent = 1;
print Dumper(thaw(freeze({ a => [ 1, 2 ], b => dclone({ c => undef }) })));
print md5_hex("word"), " ", sha256_hex("word"), " ", encode_base64("word");
print sum(1 .. 10), " ", (reduce { $a * $b } 1 .. 6), " ", floor(-1.5), "\n";
print strftime("%F %T", gmtime 1e9), " ", gmtime(0)->ymd, " ", setlocale(LC_ALL, "C"), "\n";
print length(encode("UTF-16", "\x{20ac}uro")), " ", length NFD("\x{e9}"), " ", langinfo(CODESET), "\n";
print Math::BigInt->new(2)->bpow(100), " ", S_ISDIR((stat "/")[2]) ? "directory" : "other", "\n";
my ($long, $packed, $text) = "text " x 100;
gzip(\$long => \$packed) && gunzip(\$packed => \$text);
print length $text, " ", inet_ntoa(inet_aton("127.0.0.1")), " ", B::svref_2object(\&sum)->GV->NAME, "\n";
my $server = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die $!;
if (!fork) {
    print { IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $server->sockport) } "sent\n";
    exit;
}
print readline $server->accept;
wait;
my %locked = (a => 1);
lock_keys(%locked);
eval { $locked{b} = 1 };
print $@ =~ s/ at .*//sr, "\n";
usleep(1000);
print scalar(bsd_glob("/et*")), " ", 0 + dualvar(5, "five"), "\n";
