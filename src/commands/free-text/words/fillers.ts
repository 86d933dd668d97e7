/** Words without a meaning for questions: politeness, articles, auxiliaries, and the people who ask. */
export const fillers = `
a an the this that these those there here it its itself of to in on at for from with within about as into onto upon and or but so then also too
i me my mine myself we us our ours ourselves them their
is are am was were be been being do does did has have had having get gets got getting gotten
please kindly hey hi hello hiya heya howdy yo dear thanks thank cheers ta ok okay well um uh hmm er ah oh just quick quickly briefly real really actually maybe perhaps simply basically only any some of all both kind sort bit little lot lots
can could would might may want wants wanted need needs like love wondering wonder curious interested know knows see sees view tell tells show shows showing give gives giving provide pull bring fetch find finds let lets check checking display print read ask asking understand
what which whats same executive
sightline bot app all folks anything something thing things stuff everything whatever particular specific specifically general generally overall total roughly basically exactly currently lately recently recent these days nowadays already still yet ever even much many such us moment currently
good morning afternoon evening friend friends buddy mate pal there sir madam
i'd i'm glad appreciate appreciated grateful hope hoping wish
latest newest whole full entire detailed detail details quick short
whether if that's
out over through via during among amongst between towards toward around inside
was'nt sorry btw big bigger huge tiny small yeah yep yes yup nah hmmm ooh oops whoa wow ugh kinda sorta frankly honestly truly literally obviously apparently supposedly reportedly presently nowadays rather gday guys gang crew peeps lads ladies gents gentlemen collegues colleagues colleague dearest kind kindest regards sincerely lol haha btw fyi pretty quite very super fairly somewhat bloody damn hell heck earth
own side part only come comes if tool last between else together one ones average everyone everybody marketing anyone anybody someone somebody right straight open come list by understand figure normal normally usual usually
`

/** Groups of words without a meaning for questions. */
export const fillerPhrases = `
thank you
thanks a lot
thanks in advance
many thanks
good morning
good afternoon
good evening
hope you are well
hope all is well
hope you are doing well
can you
could you
would you
will you
can i
may i
could i
can we
could we
can someone
could someone
can anyone
would you mind
do you mind
do you know
do you think
do you see
would you be able to
are you able to
is it possible to
if possible
if you can
if you could
i would like
i want to know
we want to know
i need to know
wants to know
want to see
would love to
like to know
like to see
i was wondering
i wonder
any idea
any ideas why
no idea
quick question
quick one
one question
question
a question
tell me
show me
give me
let me see
let us see
let me know how
let me know what
let us look at
take a look at
have a look at
have a look
take a look
look at
look up
looking for
i am looking for
remind me
remind me again
remind me what
remind me how
please and thank you
at all
in general
so far
right now
at the moment
these days
by the way
in terms of
with regard to
with regards to
regarding
when it comes to
in detail
as well
a bit
a little
a lot
of course
for me
for us
pull up
bring up the
what about
how about
and what about
what do we know about
how is it
there is
the latest
up to now
sort of
kind of
boss
my boss
our boss
the boss
my manager
management
the execs
execs
leadership
the board
board
for the deck
for a deck
for my deck
for our deck
for the slides
for my slides
for our slides
for a slide
for the presentation
for a presentation
for my presentation
for our presentation
for a board presentation
for the board presentation
for my boss
for my manager
for the execs
for the board
our client
the client
client
for the meeting
for my meeting
for a meeting
for our meeting
qbr
stakeholders
cmo
cfo
our cmo
the cmo
hi team
hey team
hello team
for the team
have a meeting
has a meeting
having a meeting
meeting with my boss
meeting with our boss
before my meeting
before the meeting
before our meeting
ahead of the meeting
ahead of my meeting
in my meeting
in the meeting
for the monthly meeting
for the weekly meeting
for the standup
standup
stand up
make us
makes us
made us
do we hold
we hold
so that we
in the lead up
as of
as of now
for a change
seems
seem
seemed
by chance
there seems to be
there seem to be
seems to be
it appears
if possible please
for real
right away please
for standup
in five minutes
in ten minutes
in an hour
in half an hour
need to know
needs to know
got to know
have to know
have to report
asked me
is asking
keeps asking
wants an update
if you do not mind
if you have a minute
if you have time
when you have a minute
when you get a chance
when you have time
sorry to bother
sorry to bother you
sorry but
out of curiosity
out of interest
in your opinion
to be honest
as a matter of fact
for context
for reporting
for the report
for my report
for our report
for the newsletter
in plain english
in a nutshell
in short
in brief
in one line
in one sentence
in a sentence
at a glance
the whole thing
how big
how large
how large is
and how
and what
and also
i guess
i suppose
i think
i believe
i assume
i heard
i hear
i heard that
i noticed
i noticed that
i see that
it seems
it seems like
it looks like
seems like
feels like
from our side
on our side
on our end
at our end
the marketing team
of ours
that is
hopefully
as possible
asking for a friend
for once
hows it
what exactly
exactly
please let me know
if any
figure out
find out
in slack
on slack
come on
hope so
`
