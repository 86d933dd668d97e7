/**
 * Words of other subjects, which Sightline knows nothing about. A sentence with one of them is not for Sightline. A
 * word with a question mark is an exception, although its base form may be listed: `pricing?` and `price`.
 */
export const otherSubjects = `
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
