/**
 * The words that people use, grouped by what they stand for here. Each line is a concept and its synonyms; a synonym of
 * several words is found before its parts. Inflected forms (-s, -ed, -ing) are found by their base. A word that a verb's
 * card uses and that stands in no group is a concept of its own.
 */
const groups = `
doing: perform, performs, performed, performing, performance, fare, faring, get on, getting on, got on, hold up, holding up, shape up, shaping up, come along, coming along, stack up, stacking up, do well, evolve, evolved, turn out, have we done, we have done, we done, has done, have done, be doing
look: looks, looking, looked, look like, looks like, looking like
stand: where are we at, where are we now, where are we right now, where are we currently, where are we today, how things stand, where things stand, standing, standings, stands, stood, state of play, current state
visibility: treating us, treat our, treats our, treating our, voice share, share of answers, name us, names us, naming us, list us, lists us, listing us, choose us, chooses us, prefer us, prefers us, push us, pushes us, promote us, promotes us, feature us, features us, highlight us, highlights us, trust us, trusts us, mention us, treat us, treats us, treated us, see us, sees us, seen by, rates our brand, put us forward, send people to us, recommendable, included in, part of the answers, in the answer, what do ai engines say about us, traction, get seen, be seen, noticed, get noticed, being noticed, cut through, on the radar, on the map, people find us, find us, finds us, finding us, show us, shows us, include us, includes us, suggest us, suggests us, citing us, cites us, cite us, reference us, references us, point to us, points to us, pick us, picks us, surface us, surfaces us, talks us up, visible, visable, visibilty, share of voice, sov, share of mind, footprint, mindshare, discoverability, findable, discoverable, get mentioned, getting mentioned, get recommended, getting recommended, visibility rate, citation rate, appearance rate, inclusion rate, rate us, rates us, rating us, pop up, pops up, popping up, popped up, surface, surfaces, surfaced, surfacing, turn up in, listed, included in answers, namecheck, name checked, talk time, airtime, presence, presence rate, mention rate, present, show up, showing up, shows up, showed up, appear, appears, appearing, appeared, appearance, appearances, mentioned, mentions, mention, named, brought up, brings up, bring up, come up, comes up, coming up, recommended by, vis, exposure, ai visibility, brand awareness, featured, know us, knows us, know about us, knows about us, heard of us, recommend us, recommends us, recommending us, recommended to, market share
rank: came second, come second, came third, came first, came last, runner up place, scoreboard, score board, standings table, pecking order, place in the table, top three, top five, top ten, top 3, top 5, top 10, tier, ranking, rankings, ranked, ranks, position, positions, positioned, place, placed, spot, league table, leaderboard, leader board, league, number one, first place, top spot, pole position, podium, standing table, top, tops
score: scores, scoring, scored, rating, ratings, figure, figures, number, numbers, stat, stats, statistics, metric, metrics, kpi, values, value, percentage, percent, visibility score, percentages, data points, grade, kpi, kpis, measurements, digits
report: the short version, short version, long version, the essentials, bullet points, bullet summary, point summary, key numbers, headline numbers, headline figures, main numbers, the main figures, stand up summary, one pager, at the high level, high level view, top level view, overall view, information on, information about, information regarding, info on, info about, receive information, get information, the damage, status update, state of affairs, status report, update on, an update, any update, any updates, the update, the deal with, the story, the story with, the situation, how it looks, the word on, scoop on, intel on, intel, tea, lay of the land, temperature check, quick look, overall look, rough idea, a quick overview, readout, read out, progress report, stock take, check in, the digits, digits for, pulse check, health of our brand, reports, reporting, overview, summary, summaries, summarise, summarize, summarised, summarized, snapshot, dashboard, update, updates, recap, rundown, result, results, insights, insight, picture, highlights, key takeaways, takeaways, tldr, tl dr, breakdown of results, briefing, brief me, headline, headlines, bottom line, gist, nutshell, key points, key facts, key figures, essentials, main points, low down, lowdown, cliff notes, quick read, deep dive, scoop, executive summary, wrap up, debrief, big picture, catch me up, fill me in, bring me up to speed, up to speed, a sense of, roundup, round up, analysis, chart, graph, table
trend: trends, trending, trajectory, momentum, over time, direction, curve, movement, movements
change: pay off, paid off, paying off, any effect, an effect, effects, effect, have an impact, any impact, made a difference, make a difference, bear fruit, worked out, move us, moved us, affect us, affected us, affect our, affected our, help our, helped our, hurt our, what is up with, what is up in, what is up on, what is up at, whats up with, what happened with, what happened to, surprise, surprises, surprised, what is different, what else changed, anything weird, anything odd, anything strange, weird, odd, strange, big moves, big swings, budge, budged, moved the needle, rate of change, growth rate, changes, changed, changing, shift, shifts, shifted, move, moves, moved, happen, happened, happening, difference, differences, different, unusual, notable, noteworthy, surprising, remarkable, significant, stand out, real, interesting, going on, new developments, alarming, worrying, concerning, worried, to worry, worry, be concerned, be worried, be afraid, afraid of, keep an eye out, turned, vary, varied, fluctuate, fluctuated, fluctuating, fluctuation, fluctuations, swing, swings, volatile, volatility, stable, steady, flat, unchanged, constant, developed, develop, developing, development, developments, know about, switch, mover, movers
drop: drop off, dropoff, fall off, falloff, freefall, free fall, nose dive, tailspinning, shed points, shedding, shed, subside, subsided, recede, receded, receding, wane, waned, waning, ebb, ebbing, diminish, diminished, diminishing, shrinkage, regress, regressed, regression, backwards, go backwards, going backwards, went backwards, going south, went south, go south, tumble, tumbles, sag, sagging, sagged, beating in, taking a beating, take a beating, took a beating, slump, slumped, slumping, slumps, tumble, tumbled, tumbling, drop start, drop started, drop begin, drop began, decline start, decline began, decline started, start dropping, started dropping, start falling, started falling, start to drop, start to fall, begin to fall, drops, dropped, dropping, fall, falls, fell, fallen, falling, decline, declines, declined, declining, decrease, decreased, decreasing, down, go down, went down, gone down, going down, slip, slipped, slipping, sink, sank, sinking, worse, worsen, worsened, get worse, getting worse, dip, dipped, tank, tanked, tanking, slide, slid, plummet, plummeted, crash, crashed, shrink, shrunk, shrinking, loss, losses, nosedive, collapse, collapsed, drop the most, dropped the most, drop the least, drop the hardest, downhill, downward, nosedived, backslide, backsliding, deteriorate, deteriorated, deteriorating, deterioration, setback, downturn, erode, eroded, eroding, dwindle, dwindling, plunge, plunged, plunging, weaken, weakened, weakening, fade, fading, faded, take a hit, took a hit, taken a hit, hit hard, losses, lost the most, lose ground, lost ground, losing ground, lose visibility, lost visibility, losing visibility
rise: surging, soaring, spiking, ascend, ascending, ascended, climbing up, uplift, upturn, upward trend, accelerating, accelerated, snap back, snapped back, pick up speed, picked up speed, picking up speed, comeback, come back strong, going north, on the rise, take off, took off, taking off, making progress, make progress, made progress, making headway, headway, on the up, moving forward, got better, get more, rises, rose, risen, rising, grow, grows, grew, grown, growing, growth, gain, gains, gained, gaining, climb, climbs, climbed, climbing, increase, increases, increased, increasing, up, go up, went up, gone up, going up, jump, jumped, jumping, better, improved, improves, improving, spike, spiked, surge, surged, uptick, skyrocket, skyrocketed, soar, soared, soaring, boom, booming, upward, uphill, advance, advanced, advancing, pick up steam, gain traction, gaining traction, strengthen, strengthened, strengthening, rebound, rebounded, upswing, boosted, doubled, expand, expanded, expanding, gain ground, gained ground, gaining ground, progress, bounce back, bounced back, recover, recovered, recovering, recovery
ahead: instead of us, in place of us, rather than us, but not us, and not us, before us, lead over, our lead, the lead, lose our lead, overtake, overtakes, overtook, overtaken, overtaking, pass, passed, passes, passing, surpass, surpassed, beat, beats, beating, beaten, leapfrog, leapfrogged, outrank, outranks, outranked, outperform, outperforms, outperformed, outperforming, in front, in the lead, lead, leads, leading, led, leader, leaders, winner, winners, above, higher, over us, threat, threats, threatening, dangerous, gaining on, catch up on us, catch up with us, catching up on us, catching up with us, catching up, close in on us, closing in, close to us, how close, how far, distance to, distance, the fight with, fight with, battle with, race with, eating our lunch, breathing down our neck, close behind us, right behind us, nearest, closest, runner up, catching us, caught up, overtook, edge out, edged out, edging out, crush, crushing, crushed, defeat, defeated, outdo, outdoing, outdone, outscore, outscored, outscoring, outshine, outpace, outpaced, outpacing, displace, displaced, oust, ousted, knocked off, steal, stole, stealing, doing better than us, better than us, front runner, frontrunner, champion, market leader, topping, topped, number 1, no 1, winning, wins, won, dominate, dominates, dominating, win
behind: second place, lagged, trailed, playing catch up, fallen behind, left behind, trail, trails, trailing, lag, lags, lagging, fall behind, falling behind, fell behind, far behind, catch up, run behind, running behind
lose: loses, losing, lost, lose out, losing out, loser, losers
competitor: competitors, competition, competing, compete, rival, rivals, player, players, other brands, other companies, everyone else, the field, the rest, market, industry, peers, peer, opponents, opponent, challengers, challenger, contender, contenders, competitive, competitive landscape, landscape, rest of the market, the others, the other brands, competitor set, competitive set, peer group, peer set, nemesis, arch rival, main rival, other vendors, vendors, vendor, other providers, providers, other players, the pack, the crowd, alternatives
brand: brands, company, companies, names
compare: respect to, with respect to, compared against, face off, measured up, stacked against, compared, compares, comparing, comparison, comparisons, vs, against, v, measure up, benchmark, benchmarks, benchmarked, relative to, in relation to, side by side, head to head, next to, than, opposed to, match up, up against, difference between, difference to, contrast, compares to, as opposed to, versus, in comparison, comparably, alongside, juxtapose, measured against, measure against, pitted against, weigh up
engine: engines, llm, llms, ai, ais, ai engine, ai engines, ai model, ai models, model, models, assistant, assistants, ai assistant, ai assistants, chatbot, chatbots, ai tool, ai tools, search engine, search engines, ai search engine, ai search engines, platform, platforms, ai platform, ai platforms, language model, language models, answer engine, answer engines, ai chatbot, ai chatbots
source: sources, domains, domain
cite: cites, cited, citing, citation, citations, quoted, quotes, quote
each: every one, per, across, break down, breaks down, breakdown, broken down, split, splits, splitting, individually, separately, respectively, by each, for each, for every, on each, on every, on all, one by one, in each, in every, itemised, itemized, separate, across all, break it down, break that down, break this down, break them down, broken out, split it, split up
best: stronger, healthier, amazing, awesome, brilliant, excellent, impressive, fantastic, stellar, solid, strongest, strong, strength, strengths, highest, most, biggest, great, well, better at, favourite, favorite, likes us most, like us most, loves us, likes us best, strongest at, favours, favors, favour, favor, good, largest, fastest, quickest, steepest, sharpest, greatest, top performing, best performing, outstanding, healthy, healthiest, friendliest, kindest, loves, thrive, thriving, shine, shining, excel, excelling, nail, nailing
weak: cooked, toast, hopeless, pathetic, rubbish, feeble, weakness, weakly, dire, grim, bleak, ugly, holding us back, hold us back, holds us back, keeping us back, dragging, pain us, in trouble, not our strength, suck, sucks, sucking, stink, stinks, crap, crappy, terrible, awful, horrible, dreadful, mediocre, meh, subpar, disappointing, abysmal, lousy, shaky, thin, low, not good, not great, not strong, not doing well, not so good, getting beaten, getting crushed, getting killed, getting destroyed, getting hammered, getting outplayed, get beaten, bottom of the list, last place, in last place, weakest, weaker, worst, poor, poorly, bad, badly, lowest, lower, least, struggle, struggles, struggling, underperform, underperforms, underperforming, fall short, falling short, invisible, absent, bad at, likes us least, like us least, hates us, dislikes us, ignores us, ignoring us, ignore us, skips us, snubs us, snub us, overlook us, overlooks us, overlooking us, worst performing, poorest, softest, vulnerable, vulnerability, vulnerabilities, lacklustre, lackluster, unfavourable, unfavorable, suffer, suffering, suffers, falling down, hurting, bleeding, letting us down, lets us down, drag us down, dragging us down, underrepresented, under represented, barely visible, hardly visible
gap: on the table, left on the table, where do competitors beat us, where do rivals beat us, where do others beat us, untapped potential, gaps, shortfall, missing out, miss out, white space, white spaces, whitespace, untapped, disadvantage, disadvantages, deficit, deficits, outranked, leaving on the table, room to grow, where to grow, headroom, losing out, lose out, lose to, losing to, lost to, need to catch up, have to catch up
opportunity: opportunities, low hanging fruit, potential, can we win, could we win, areas of improvement, area of improvement, areas to improve, quick win, quick wins, upside, low hanging fruits, easy win, easy wins, biggest lever, levers, lever, chance to win, chances, up for grabs, gains to be made, most to gain, the most room, growth areas, growth area
focus: focus on, concentrate, concentrate on, prioritise, prioritize, priority, priorities, invest, put our effort
area: areas, topic areas, segment, segments, site type, site types
reddit: subs, reddits, subreddit, subreddits, redditor, redditors, reddit threads, reddit posts, reddit community, reddit communities
say: new threads, latest threads, recent threads, threads, says, saying, said, talk, talks, talking, talked, chat, chatting, think, thinks, thinking, thought, feel, feels, feeling, feelings, discuss, discusses, discussed, discussing, discussion, discussions, conversation, conversations, complain, complains, complaining, complaints, complaint, hear, word, rant, ranting, praising, perceive, perceived, comment, comments, commenting, feedback, react, reacting, reaction, reactions, hate, hating, like us, love us, mad at, angry, happy with, unhappy
sentiment: tenor, stance, attitude, attitudes, verdict, verdicts, impression, impressions, sentimental, the feels, love or hate, loved, hated, praise, praised, liked, warming up to, warm up to, warmed up to, cooling on, souring on, turning against, sentiments, mood, vibe, vibes, buzz, chatter, gossip, opinion, opinions, tone, tonality, atmosphere, image, standing on reddit, word of mouth, goodwill, sentiment score, the talk, hype, perception, reputation, word on the street, rumours, rumors, talk of the town
people: users, user, redditors, folk, public, fans, posters, commenters, crowd, the internet, internet, online, customers, customer, community, communities, buyers, folks
trouble: pissed, pissed off, grumpy, grumble, grumbling, grumbles, trolling, talking smack, talk smack, shade, throwing shade, angrier, bad word, bad things, nasty things, mean things, fuss, frustrated, frustration, frustrations, upset, irritated, fed up, disappointed in us, mocking, mocked, ripping into us, fires, moan, moaning, moans, whine, whining, gripe, griping, gripes, slagging, slating, slamming, dunking on, disliked, dislike, angry about, annoyed, annoyed about, furious, rude, nasty, pr crisis, bad press, bad news, hostile, toxic, criticism, criticise, criticize, critical, complained, dirt, drama, flak, bashing, bash, trash, trashing, trashed, roasting, roasted, fire, firestorm, scandal, outrage, anything bad, crisis, shitstorm, negative, positive, neutral, backlash, brewing, concern, concerns, hot, heat, issues, problem, problems
recommendation: priorities, priority list, recommendations, recommended actions, recommended action, recommended, actions, action, action item, action items, action points, recs, rec, advice, suggestion, suggestions, suggest, suggested, advise, tip, tips, ideas, idea, next step, next steps, to dos, todos, todo, to do, to do list, todo list, todo items, brief, briefs, recommend, homework, action plan, game plan, a plan, the plan for, what is the plan, what is our plan, plan for this week, plan for next week, pointers, pointer, proposals, proposal, propose, guidance, counsel, game changer, best move, best moves, next best action, next moves, quick actions, task suggestions, content brief, content briefs, action list, plan of action, measures, playbook
should: ought to, have to do, need to do, needs doing, needs to be done, must, must do, supposed to
improve: make us more visible, become stronger, get stronger, do something about, improvements, improvement, level up, turn it around, turn this around, turn around, step up, up our game, do better, rank better, rank higher, get higher, rank us higher, get ahead of, get ahead, climb up, move up, move the needle, get back on top, get us back, win back, regain, get found, be found, be recommended more, get recommended more, get mentioned more, show up more, appear more, be more visible, become more visible, more visible, close the gap, catch up with them, enhance, lift, elevate, strengthen our, accelerate, get better, become better, boost, raise, optimise, optimize, optimisation, optimization, increase our, grow our, improve our, fix, improvements, do more, do differently
todo: need to act, to act, have to act, take action, could be better, can be better, could be improved, can be improved, could we improve, should be better, make us more visible, make it better, make things better, something actionable, anything actionable, actionable, most impact, highest impact, biggest impact, next best thing, where to put our effort, where to put our energy, to act on, act on, so what now, would you do, would you change, should marketing do, can marketing do, could marketing do, can the team do, could the team do, should the team do, can you suggest, do about it, do about that, do about this, do to fix, the next move, things to fix, what to fix, what to change, things we could do, stuff we should do, work on, work to do, anything to do, something to do, things to do, stuff to do, what to do, to be done, on the agenda, on our plate, on the list, agenda, tackle, pending, outstanding, open items, what can we do, what could we do, what can i do, what to do, we can do, can we do, could we do, can i do, we could do, i can do, i could do, anything to do, what is next, whats next, what now, now what, what do we do about, what do you want us to do, on the docket, backlog, to get started on, get cracking, what needs doing, needs our attention, needs attention, need our attention, require attention, to look after, where do we begin, where do i begin
task: overdue, past due, assignments, assignment, work orders, deliverables, deliverable, tasks, ticket, tickets, work items, work item
created: did we already make, did we already create, have we already made, have we already created, already make, already create, already turned into, been turned into, turned into a task, turned into tasks, did we create, did we make, did i create, did you create, did anyone create, we created, have we created, have created, were created, already created, made, created, did we open, done so far
create: creates, creating, make, makes, making, generate, open a, another, additional, extra, file a
setup: onboard, set up, setting up, sets up
ongoing: what is in progress, what is ongoing, pick up, picked up, picking up, pick this up, anyone on, handling, handled, taking care of, took care of, taken care of, assigned to, underway already, in flight, in hand, being worked on, started on, wip, in process, working on, in progress, in the works, in the pipeline, under way, underway
add: adds, adding, added, put, include in, attach to
allcommands: all commands, every command, all the commands, full list of commands, everything you can do, all your commands, list of commands, all of your commands
configured: what is set up, is set up, are set up, been set up, have we set up, did we set up, what have we set up, is configured, are configured, been configured
pastdigest: last digest, last digests, previous digest, previous digests, past digests, past digest, earlier digests, old digests, older digests, most recent digest, latest digest
where: whereabouts
sent: posted, delivered, published, skipped, went out, arrived, received
timezone: what time zone, which time zone, what timezone, local time, utc, time zone, timezones
noiseband: noise band, noise level, threshold, noise threshold
whatdone: what did we do, what have we done, what did we get done, what was done, what we did
how: in what way
howgoing: how is it going, how are things, how are things going, how is everything, how is everything going, how is it looking, how are things looking, how do things look, hows it going
smalltalk: who made you, have fun, take care, get well soon, enjoy your weekend, talk soon, speak soon, on it, will do, got it, noted, roger that, understood, agreed, deal, nice try, oh well, how are you, how are you doing, what is up, how do you do, well done, good job, great job, nice work, great work, good work, nicely done, let us go, go ahead, here we go, go on, off we go, there you go, good to go, too bad, not bad, my bad, good point, great point, what is the point, good idea, great idea, nice idea, bad idea, works for me, that works, that will work, for sure, good luck, good call, all set, on my way, good bot, bad bot, looks great, looks nice, looks awesome, looks amazing, look great, looking great, was great, is great, is awesome, are great, love it, love this, i love, i hate, i like, we love, happy to help, glad to hear, glad to help, sounds good, sounds great, sounds like a plan, makes sense, fair enough, that is great, that is good, that is bad, nice one, well played, congrats, congratulations, way to go, keep it up, love to see it, wow, are you an ai, are you a bot, are you human, are you real, shut up, how old are you, how is everyone, how is everybody, anyone here, anybody here, come on, right on
whatsnew: did i miss, did we miss, have i missed, have we missed, what i missed, what is new, anything new, something new, news, any news, new stuff
points: point, pts, percentage points
allworking: is everything working, is it working, are you working, is this working, everything working, does it work, is sightline working, is the bot working, is the app working, is this thing working, bot online, sightline online, app online, api online, api up, service up, are you there, are you awake, you there, you awake, are you running, is everything ok, is everything okay, is everything fine, is everything alright, is everything running, is everything up, is everything good, everything ok, everything okay, are you alive, are you online, are you up
variation: within normal variation, normal variation, natural variation, random variation, random, noise
accurate: accuracy, reliable, reliability, trustworthy, precise, precision, statistically, statistical, significance, margin, margins, margin of error, error margin, error margins, sample size, sample, trust
subscribe: subscribing
thereis: are there, is there, do we have, do you have, have we got, exist, exists
linked: connected, integrated, hooked up
test: tests, testing, dry run, try out
weakspot: weakest link, weak link, weak links, low points, low point, does it hurt, where it hurts, biggest problem area, sore point, bottleneck, bottlenecks, achilles, soft spot, soft spots, sore spot, sore spots, strong and weak points, weak spot, weak spots, weak point, weak points, weaknesses, our weakness, weakest spot, weakest spots, weakest areas, weakest area, blind spot, blind spots, pain point, pain points, problem area, problem areas, shortcomings, achilles heel, room for improvement
go: going, goes, went, gone
again: once more, anew
allreddit: all subreddits, all the subreddits, every subreddit, each subreddit, all of reddit, all our subreddits
hypothetical: what if, suppose, imagine, what would happen, hypothetically
unseen: not visible, not mentioned, not show up, not appear, not mention us, not mention, not showing up, not appearing, not present, not named, not recommended, not recommend us, not know us
aboutus: complain about us, complaining about us, complains about us, complained about us, moan about us, moaning about us, moans about us, moaned about us, rant about us, ranting about us, rants about us, ranted about us, write about us, writing about us, writes about us, writed about us, post about us, posting about us, posts about us, posted about us, discuss about us, discussing about us, discusss about us, discussed about us, gossip about us, gossiping about us, gossips about us, gossiped about us, whine about us, whining about us, whines about us, whined about us, bitch about us, bitching about us, bitchs about us, bitched about us, joke about us, joking about us, jokes about us, joked about us, gripe about us, griping about us, gripes about us, griped about us, rave about us, raving about us, raves about us, raved about us, chat about us, chating about us, chats about us, chated about us, tweet about us, tweeting about us, tweets about us, tweeted about us, discussing us, discuss us, our name, wrote about us, said of us, say of us, bad mouthing us, badmouthing us, praising us, trashing us, bashing us, recommending us on reddit, talking about us, talk about us, talks about us, say about us, says about us, saying about us, said about us, think of us, think about us, thinking of us, feel about us, mentions of us
export: exports, exported, exporting, download, downloads, excel, csv, spreadsheet, xlsx, as a file, export as, google sheet, sheet, file, files, xls
page: pages
digest: newsletter, digests
schedule: schedules, scheduled, scheduling, automate, automatically, recurring, regular, regularly, automatic, on a schedule
remind: let us know whenever, let me know whenever, let us know as soon as, let me know as soon as, let us know when, let me know when, tell us whenever, tell me whenever, tell us as soon as, tell me as soon as, tell us when, give us a shout when, give me a shout when, inform us, inform me, keep us in the loop, keep me in the loop, shout when, whenever, as soon as, reminder, reminders, notify, notified, notification, notifications, ping, keep us posted, keep me posted, keep us updated, keep me updated, keep us informed
alert: alerts, alarms, warn, warning, warnings, alerting, heads up, alarm
post: trigger, triggers, fire off, dispatch, circulate, distribute, push out, posts, posting, send, sends, sending, deliver, delivers, delivering, publish, push, share here, drop here, go out, goes out, going out, arrive, arrives, receive, get a
pause: shut off, shut it off, shut down, put on hold, take a break from, hit pause, stop spamming, spam, spamming, cease, quit posting, hold off, pauses, pausing, stop, stops, stopping, mute, turn off, turned off, switch off, switched off, disable, suspend, hold, halt, snooze, silence, no more, quit sending
paused: stopped, muted, disabled, suspended, inactive, active, running, on hold, still on
unsubscribe: unsubscribing, opt out, sign off from
resume: back up again, kick off again, get going again, revive, reinstate, restore, resumes, resumed, resuming, unpause, unmute, restart, restarted, turn on, turned on, turn back on, back on, switch on, switch back on, enable, reenable, re enable, reactivate, continue, start again, bring back
start: starts, started, starting, begin, begins
delete: off the list, off our list, off the board, drop this, ditch, axe, purge, trash the, chuck, do away with, take down, takes down, discard, deletes, deleted, deleting, remove, removes, removed, removing, get rid of, cancel, cancels, cancelled, canceled, cancelling, erase, drop the, kill, scrap, bin, take out, throw out, wipe
edit: instead, reword, alter, alters, altered, customise, customize, fine tune, revise, shift the, switch the time, push back, bring forward, postpone, move it to, edits, edited, editing, modify, modifies, modified, adjust, adjusts, adjusted, amend, reschedule, rescheduled, rename, reconfigure, instead of, switch to, tweak, earlier, later
preview: will contain, would contain, will include, would include, will show, would show, going to say, going to look like, before it goes out, before it is sent, before it gets sent, before it is posted, before sending it, before posting it, sneak peek, sneak preview, mock up, previews, previewed, previewing, would say, will say, would look, will look, what is in, what will be in, what would be in, what is going to be in
history: delivery history, delivery log, deliveries, past deliveries, log, logs, archive, delivery log
settings: by default, defaults, setup page, configs, setting, preferences, preference, config
configure: reconfigure, reconfiguring, configuration, configuring, configures
status: state, info
set: sets
track: tracks, tracked, tracking, follow, follows, followed, following, monitor, monitors, monitored, monitoring, watch, watches, watched, watching, cover, covers, covered, covering, keep an eye on, look at, looking at, looks at, measuring
notneed: not need, no longer need, not needed, no longer needed, not relevant, no longer relevant, irrelevant, not interested in, no longer interested in, not want, no longer want, do without
wanta: want a, want an, wants a, need a, needs a, like a, like an, would love a, could use a, in need of a, can we have a, can i have a, could we have a, could i have a, can we get a, can i get a, could we get a, can i get an, can we get an, want another, need another
untrack: stop tracking, stop following, stop watching, stop monitoring, unfollow, no longer track, quit tracking
account: ad accounts linked, accounts, ad account, ad accounts, meta account, facebook account, google ads account, linkedin account, google ads, meta ads, google analytics, search console, google search console, platform account, platform accounts, ads account, linkedin ads account, linkedin ads accounts, linkedin ads, facebook ads, facebook ads account, meta ads account, microsoft ads, microsoft ads account, bing ads, tiktok ads, tiktok ads account, instagram account, facebook page, linkedin page, youtube account, youtube channel, hubspot account, google account, google ad account, analytics account, shopify account, business account, social media account, social media accounts, social account, social accounts, integration, integrations, ga4
link: connect, connects, connecting, hook up, integrate, attach
unlink: cut the connection, sever, revoke, unhook, detach, disconnect, disconnected, disconnecting
key: keys, api key, api keys, token, tokens, api token, access key, credentials, secret
replace: expired, expire, expires, expiring, invalid, renewed, swapped, replaces, replaced, rotate, rotates, rotated, rotating, renew, swap, exchange, enter
data: the feed, dataset
fresh: how far does the data go, go back, goes back, latest day, most recent day, last day with data, numbers update, data update, next update, do you update, does it update, get updated, gets updated, be updated, update the numbers, update the data, numbers refresh, next refresh, new numbers arrive, new data arrive, new numbers come, numbers come in, data arrive, numbers arrive, data in yet, in yet, arrived yet, landed yet, come in yet, loaded yet, refresh, last refresh, last refreshed, recency, latest data, most recent data, newest data, last sync, synced, syncing, sync, last pull, last import, import, imports, imported, last synced, last fetched, fetched, data from today, lag time, delayed, delay, lagging data, real time, realtime, live data, how current, how up to date, how far back, time stamp, timestamp, as of when, data cut, cut off date, cutoff, data age, age of the data, freshness, up to date, uptodate, current enough, stale, outdated, out of date, old, how old, how recent, refreshed, refreshes, last updated, updated, in sync, synced, how fresh, fresh enough, last update
missing: blank, blanks, empty, missing days, gap day, gap days, zeroes, no numbers, no results, no figures, missing data points, misses, skipped days, miss, gap in the data, gaps in the data, gap in data, gaps in data, data gap, data gaps, holes, hole, incomplete, lacking
complete: completes, completed, finish, finished, close, closed
collect: collects, collected, collecting, collection, collections, data collection, crawl, crawls, crawled, scrape, scraped, gathered, measured last, last measurement, last run
filter: filters, filtering, filtered, filter options
country: markets, market coverage, regional, locales, locale, geos, geo, countries, region, regions, geographies, geography, market regions, locations, location, language, languages
category: categories
included: include, includes, including, available, availability, supported, support, supports, in there, exist, exists
evaluation: evaluations, website evaluation, site evaluation, website evaluations, eval, evals, website audit, site audit, website check, website analysis
website: web site, our site, homepage
working: valid, responding, responsive, reachable, systems go, in good shape, works, work, functioning, function, running ok, operational, up and running, all good, in order, fine
broken: nothing happening, nothing happens, nothing is happening, you seem broken, seem broken, seems broken, looks broken, is off, gone wrong, went down, api down, is the api down, sightline down, bot down, app down, service down, everything down, system down, server down, servers down, you down, site down, anything down, outage, outages, glitch, glitches, glitchy, stuck, hanging, dead, unresponsive, acting up, playing up, malfunctioning, misbehaving, nothing works, nothing is working, does nothing, not respond, not responding, not answer, not answering, not loading, not load, not connect, break, breaks, broke, not working, out of order, bug, buggy, error, errors, failing, fail, failed, fails, wrong, offline, crashing, report a bug, report a problem, report an issue, file a bug, report an error
doctor: diagnostics, diagnostic, diagnose, health, health check, healthcheck, check up, checkup, self test, selftest, self check, system check, sanity check, system status
check: verify, checks
help: examples, example, show me examples, sample question, i am lost, am lost, am stuck, i am stuck, i am new here, new here, my options, our options, the options, what to ask, what to type, how to start, get started, getting started, not sure what to ask, how to begin, helps, manual, instructions, user guide, guide, documentation, docs, how to use, faq, tutorial, cheat sheet
command: how does this bot work, how does the bot work, how does this app work, how does the app work, how does this thing work, how does this tool work, use this thing, use it, use this bot, use you, use this app, what else can i ask, what else can i do, what else can you do, what else can we ask, what else do you do, what sort of questions, what kind of questions, which questions can i ask, example questions, sample questions, show me everything, what all can you do, how can you help, commands, functions, features, capabilities, capable, what can you, what do you do, what are you able, what you can, who are you, what are you, what can i ask, what can we ask, what should i ask, what can i do here, what can i do with, what can i type, what do you know, can you do, you can do, how does it work, how does this work, how do you work, how does sightline work, how it works, how this works, how does that work
yourview: what do you think, do you like, your opinion, your view, your thoughts, any thoughts, thoughts on, have you heard of, have you tried, have you used, did you try, did you see, did you hear, have you seen, did you know
howbeat: what does it take to beat, what would it take to beat, what would it take to overtake, what would it take to pass, what does it take to win
offtopic: post this on, post it on, share this on, post on reddit, post to reddit, who is off, is off this week, is off today, anyone else, anybody else, come out, came out, coming out, wrong channel, wrong thread, wrong chat, did you try, have you tried, have you used, domain rating, in fashion, the exact answers, exact answer, the conversation with, conversations with, alt text, behind schedule, ahead of schedule, on schedule, website is down, site is down, summarize this channel, summarise this channel, summarize this thread, summarise this thread, summarize the thread, summarise the thread, summarize this conversation, summarise this conversation, who made you, who built you, who created you, who wrote you, who programmed you, who develops you, who owns you, website down, our website down, is the website down, the site down, our site down, website slow, market cap, broke the build, break the build, star sign, raised money, out of office, days off, day off, sick today, call me, call him, call her, thread about, happy friday, friday yet, weekend yet, is it friday, it is friday, is it monday, is it weekend, have a great day, have a great weekend, have a nice day, have a nice weekend, have a good day, have a good one, have a good weekend, have a good evening, have a great evening, see you, let us talk later, let us talk tomorrow, let us talk next, let us meet, what day is it, what day is today, which day is it, what is the date, what date is it, what time is it, what is the time, today date, how is your day, how is your week, how was your day, how was your week, how was your weekend, how is your weekend, how was the weekend, how many customers do, how many customers does, how many customers have, how many users do, how many users does, how many users have, how many employees, how many people work, how many people use, which prompts, what prompts, which searches, which queries, what queries, which questions, list of prompts, list the prompts, list prompts, exact prompts, prompts where, prompts that
howto: how do i, how do we use, how can i, how to, how would i, how does one, how should i, how do we set, how can we set, how would we, how is it possible to, what is the command, which command
calculate: calculated, calculates, calculation, calculations, computed, compute, computes, measured, measure, measurement, methodology, formula, defined, define, definition, definitions, worked out, how is it measured, arrive at, derived, mean by, determined, determine, explain the numbers, explain these numbers, explain the score, explain the figures, read the numbers, read these numbers, interpret, interpret the numbers, come from, comes from, came from, based on, how did you get, how do you get, counts as, count as, what counts
mean: means, meant
sure: certain, confident, confidence, chance, believe
reason: reasons, cause, causes, caused, explanation, explains, why, how come, due to, because of, drove, driving, driver, drivers, what made, responsible for, account for, how did it come, to blame, explain
funnel: tofu mofu bofu, funnel stage, funnel stages, stages
keyword: keywords, keyword type, keyword types, queries, prompts
persona: personas, audience persona, target group, target groups
topic: topics, theme, themes, subject
who: whom, whose
when: what time, how often does the, since when
howmany: how many, how much, count, number of
often: how often, frequently, how frequently, regularly mentioned
answer: answers, responses, ai answers, ai answer, ai responses, ai search, ai results, generative search, search results, ai search results, llm answers
channel: this channel, our channel, the channel, here in this channel
new: newest, novel, recent
now: right now, at the moment, currently, immediately, straight away, right away, asap, this minute, as of now, as of today
first: 1st
next: upcoming, forthcoming
you: yourself
they: he, she, theirs
not: no, never, none, nobody, nothing, neither, nor, without, cannot
exclude: except, except for, excluding, other than, apart from, besides, but not, ignore, ignoring, leave out, leaving out, minus, excl, all but, everyone but, everything but, everybody but, anyone but, engines but, brands but, competitors but
will: shall, going to, gonna
access: who can see, who can use, who has access, who sees, who can read, who can change, who can edit, who is allowed, who may use, access rights, permissions, permission, allowed, access control
forecast: predict, predicts, prediction, predictions, forecasts, projected, projection, projections, expect, expected, outlook, future, extrapolate
before: prior to, until, till, after, afterwards
reply: answered
`

/** Words that carry nothing: politeness, articles, auxiliaries, and the people who ask. */
const fillers = `
a an the this that these those there here it its itself of to in on at for from with within about as into onto upon and or but so then also too
i me my mine myself we us our ours ourselves them their
is are am was were be been being do does did has have had having get gets got getting gotten
please kindly hey hi hello hiya heya howdy yo dear thanks thank cheers ta ok okay well um uh hmm er ah oh just quick quickly briefly real really actually maybe perhaps simply basically only again? any some of all both kind sort bit little lot lots
can could would might may want wants wanted need needs like love wondering wonder curious interested know knows see sees view tell tells show shows showing give gives giving provide pull bring fetch find finds let lets check checking look? share? display print present? list? run? read hear? ask asking answer? help? understand figure? explain?
what which whats same executive
sightline bot app all folks everyone? anything something thing things stuff everything whatever particular specific specifically general generally overall total roughly basically exactly currently lately recently recent these days nowadays already still yet ever far? even much many more? another? such per? us day? today? moment currently
good morning afternoon evening friend friends buddy mate pal there sir madam
i'd i'm glad appreciate appreciated grateful ahead? hope hoping wish
latest current? newest whole full entire complete? detailed detail details quick short brief?
whether if that's sure?
out over up? off? back? through via during among amongst between towards toward around inside
was'nt sorry btw big bigger huge tiny small yeah yep yes yup nah hmmm ooh oops whoa wow ugh kinda sorta frankly honestly truly literally obviously apparently supposedly reportedly presently nowadays rather gday guys gang crew peeps lads ladies gents gentlemen collegues colleagues colleague dearest kind kindest regards sincerely lol haha btw fyi asap? pretty quite very super fairly somewhat bloody damn hell heck earth
own side part only come comes if tool last between else together one ones average everyone everybody marketing anyone anybody someone somebody right straight open come list by understand figure normal normally usual usually compared?
`

/** Groups of words that carry nothing. */
const fillerPhrases = `
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

/** Words of other subjects, which Sightline knows nothing about. A sentence with one of them is not for it. */
const foreign = `
weather rain temperature lunch dinner breakfast coffee pizza beer restaurant food recipe joke poem song music movie film game football soccer score? match?
meeting meetings calendar appointment book booking flight hotel holiday? vacation birthday party? travel train taxi
traffic visitor visitors visits session sessions pageview pageviews pageviews bounce clicks click ctr cpc cpm cpa cac roas roi spend spending budget budgets cost costs price prices pricing? expensive cheap revenue sales turnover profit margin? leads mql mqls sql conversion conversions impressions reach? subscribers subscriber followers follower likes
backlink backlinks da dr authority serp seo? ahrefs semrush moz sitemap robots schema hreflang
instagram linkedin facebook tiktok youtube twitter x.com pinterest snapchat threads? whatsapp telegram mastodon quora techcrunch trustpilot g2 capterra wikipedia
ceo cto founder? headquarters employees hire hiring salary job jobs career stock shares? investor investors funding valuation acquisition founded
translate translation german french spanish italian english write? draft press essay article blog? blogpost headline? copywriting slogan email emails mail inbox
password login invoice invoices billing bill license licence refund contract legal gdpr privacy
weatherman subscription subscriptions seo sem ppc ad ads campaign campaigns webinar webinars launch launches event events homepage blog product? products? document documents pdf thread deck decks slide slides presentation goal goals target targets organic paid jira asana trello salesforce zendesk cup cheaper expensive slow tweet news? election president war politics sport sports
code python javascript sql bug? deploy server database
time? clock date? timezone? alarm? timer call phone zoom
undo redo
meaning? life love? marry age name? hungry tired bored
printer printers laptop laptops computer wifi vpn keyboard mouse browser office toner parking badge desk elevator toilet kitchen fridge
season zodiac horoscope astrology taurus leo libra scorpio capricorn aquarius pisces sagittarius
grok deepseek mistral llama qwen kimi siri alexa cortana bard? ernie threads? bluesky reels shorts podcast podcasts
wikipedia forbes bloomberg
open? rate rates ctr arpu arr mrr churn nps csat ltv cogs ebitda pipeline? deals deal headcount payroll bonus raise?
kids wife husband dog cat baby wedding birthday christmas? easter?
stock stocks bitcoin crypto
logo logos font fonts banner banners brochure flyer newsletter?
version? invoice contract lawyer lawsuit
hashtag hashtags
assign assigned complete? finish finished close? done? approve archive? comment? reply?
`

/** Words that ask to do something. One that a verb doesn't know makes it the wrong verb. */
export const imperatives: ReadonlySet<string> = new Set([
  'create',
  'add',
  'delete',
  'pause',
  'resume',
  'edit',
  'post',
  'remind',
  'alert',
  'export',
  'schedule',
  'untrack',
  'notneed',
  'link',
  'unlink',
  'replace',
  'set',
  'start',
  'complete',
  'unsubscribe',
  'will',
  'forecast',
])

/** Words that any verb may be asked with. */
export const soft: ReadonlySet<string> = new Set([
  'now',
  'look',
  'new',
  'where',
  'how',
  'thereis',
  'again',
  'wanta',
])

function words(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '' && !word.endsWith('?'))
}

/** Words that are no other subject, though a form of one of those is: `pricing`. */
export const ownSubjects: ReadonlySet<string> = new Set(
  foreign
    .split(/\s+/u)
    .filter((word) => word.endsWith('?'))
    .map((word) => word.slice(0, -1)),
)
export const fillerWords: ReadonlySet<string> = new Set(words(fillers))
export const foreignWords: ReadonlySet<string> = new Set(words(foreign))
export const fillerPhraseList: readonly string[] = fillerPhrases.split('\n').filter((line) => line !== '')

/** What one wants to do better: `how can we climb` asks for recommendations. */
const wins =
  'beat, overtake, pass, outrank, surpass, outperform, catch up, get ahead, get past, get in front of, close the gap, win, win back, get back, climb, grow, rise, recover, gain, gain on, increase, raise, boost, strengthen, defend, do better, get better, become more visible, become number one, become the leader, be more visible, be first, be number one, be mentioned, be recommended, get recommended, get mentioned, get ranked, get into ai answers, get into the answers, get more visible, get more visibility, get more mentions, get more citations, get noticed, get found, show up more, appear more, go up, rank higher, rank better, move up, turn this around, turn it around, turn things around, stop losing, stop falling, stop dropping, stop the drop, stop the decline'.split(
    ', ',
  )

/** Where accounts are, which are linked. */
const platforms = [
  ...['linkedin', 'facebook', 'instagram', 'meta', 'tiktok', 'google', 'google ads', 'bing ads', 'youtube'],
  ...['shopify', 'ga4', 'google analytics', 'search console', 'x', 'twitter', 'pinterest', 'quora'],
]

/** Who asks for figures, by way of somebody else. */
const roles = [
  ...[
    'ceo',
    'cto',
    'coo',
    'vp',
    'svp',
    'evp',
    'director',
    'founder',
    'head of marketing',
    'head of seo',
    'marketing lead',
  ],
  ...[
    'sales',
    'sales team',
    'sales lead',
    'investor',
    'investors',
    'customer',
    'pr team',
    'agency',
    'content team',
  ],
]

/** Each synonym with its concept, in the order of the groups. */
export const synonyms: readonly (readonly [synonym: string, concept: string])[] = [
  ...groups
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [concept = '', rest = ''] = line.split(': ')
      return [concept, ...rest.split(', ')].map((synonym) => [synonym, concept] as const)
    }),
  ...[
    'connect',
    'link',
    'add',
    'hook up',
    'integrate',
    'connect to',
    'link to',
    'integrate with',
    'connect our',
    'link our',
    'connect my',
  ].flatMap((verb) => platforms.map((platform) => [`${verb} ${platform}`, 'account'] as const)),
  ...roles.flatMap((role) =>
    [
      'asks',
      'asked',
      'is asking',
      'wants to know',
      'wants to see',
      'wants',
      'wanted to know',
      'needs',
      'needs to know',
    ].flatMap((asks) => ['the', 'our', 'my'].map((whose) => [`${whose} ${role} ${asks}`, ''] as const)),
  ),
  ...roles.flatMap((role) => ['the', 'our', 'my'].map((whose) => [`for ${whose} ${role}`, ''] as const)),
  ...['do we', 'can we', 'could we', 'should we', 'would we', 'do i', 'can i', 'to'].flatMap((asking) =>
    wins.map((win) => [`how ${asking} ${win}`, 'howbeat'] as const),
  ),
]
