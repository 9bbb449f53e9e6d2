#!/usr/bin/perl
# A player in Perl, with only what a plain Debian machine has: it takes any option, by chance.
#
#     ludex arena automation --players "program:perl random_option.pl,big-money" --games 20

use strict;
use warnings;
use JSON::PP;

$| = 1;    # every line is sent at once

my $json = JSON::PP->new->canonical;

sub say_line { print $json->encode( $_[0] ), "\n" }

# Any option as a move. Of a range, which has `low` and `high`, any value.
sub choose {
    my ($request) = @_;
    my @options = @{ $request->{options} };
    my %move    = %{ $options[ int rand @options ] };
    for my $field ( keys %move ) {
        my $value = $move{$field};
        next unless ref $value eq 'HASH' && exists $value->{low} && exists $value->{high};
        $move{$field} = $value->{low} + int rand( $value->{high} - $value->{low} + 1 );
    }
    return \%move;
}

while ( my $line = <STDIN> ) {
    my $message = $json->decode($line);
    if ( $message->{type} eq 'hello' ) {
        die "this program speaks version 1 of the protocol, not $message->{version}\n" if $message->{version} != 1;
        srand( $message->{seat} // 0 );    # the same games every time
        say_line( { version => 1, name => 'random option in Perl' } );
    }
    elsif ( $message->{type} eq 'decide' ) {
        say_line( { id => $message->{id}, move => choose( $message->{request} ) } );
    }
    elsif ( $message->{type} eq 'end' ) {
        last;
    }
}
