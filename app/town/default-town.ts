import type { Town } from './town.ts';

/**
 * The demo town, the default of the settings. Texts of the contact and privacy pages are the specification's (spec
 * sections 2 and 5).
 */
export const defaultTown: Town = {
  title: 'Maple Hollow Commons',
  town: 'Maple Hollow',
  state: 'Vermont',
  timeZone: 'America/New_York',
  locale: 'en-US',
  contactEmail: 'owner@example.org',
  facebookUrl: 'https://example.org/facebook',
  instagramUrl: 'https://example.org/instagram',
  //
  votersPerNetwork: '20',
  emailsPerHour: '100',
  bodies: '',
  // Vermont, 1 V.S.A. § 312.
  agendaHours: '48',
  minutesDays: '5',
  trustAfter: 'never',
  logo: '',
  eventPicture: '',
  shareImage: '',
  eventImage: '/illustrations/green.svg',
  webSubHub: '',
  aboutText: `<p>Maple Hollow Commons is one place to find out what is happening in town. We gather local reporting, write some of our own, keep the calendar, and ask a question now and then.</p>
<figure><img src="/illustrations/village.svg" width="1200" height="800" alt="The meetinghouse belfry above the village at dawn"></figure>
<h2>How we choose</h2>
<p>A person reads every item before it appears here. We name the source and link to the original. When we get something wrong, we fix it and say so.</p>
<h2>Who pays</h2>
<p>A small group of neighbors, and local advertisers whose names are always marked. Reading is free and needs no account.</p>`,
  privacyText: `<p>This page explains what we store, why, for how long, and how to have it removed.</p>
<h2>What we store</h2>
<p>If you only read the site: nothing that identifies you.</p>
<p>If you register: your email address, your name if you entered one, a secure hash of your password (not the password itself), and whether you asked for community updates and promotions. If you log in with Google, also your Google account ID.</p>
<p>To keep the site safe, a log of actions taken while logged in and of failed logins. Entries are kept for 400 days, and the network (IP) addresses in them for 30 days.</p>
<p>If you subscribe to the newsletter: your email address, where and when you agreed, how often you want it and what about, to which address each issue was sent, and whether your mail server refused it. We do not record whether you open it or click on anything. An address that nobody confirms is deleted after seven days.</p>
<p>If you unsubscribe from the newsletter: your email address, so that nobody adds it again. <a href="/contact">Ask us</a>, and we delete it; then only a fingerprint of it remains, for the same purpose.</p>
<p>A record of other emails we sent you: for 30 days.</p>
<p>If you opt out or delete your account: a number that does not identify you, so that restoring a backup does not undo your choice.</p>
<h2>How we use it</h2>
<ul><li>To sign you in</li><li>To send community updates and promotions, if you opted in or subscribed</li><li>To keep others out of your account</li></ul>
<p>We do not sell it, share it, or use it to build profiles.</p>
<h2>Cookies</h2>
<p>We only use our own cookies, and none of them tracks you on other sites. One keeps you logged in, one recognizes this browser when you log in again, one lasts a few minutes while you log in with Google, one lets you change a vote that you cast without an account, and one remembers whether you chose a light or a dark page.</p>
<h2>Other sites</h2>
<p>Pages, scripts, fonts, and styles come from this site only. There is no tracking, no advertising network, and no visitor counting. A picture in an item may be loaded from the website of its source, which then sees your network address. So does Google if you log in with it.</p>
<h2>Children</h2>
<p>You must be at least 13 to register.</p>
<h2>Your choices</h2>
<p>You can change your email preferences, download your data, or delete your account on the <a href="/account">account page</a>. Every issue of the newsletter has links to change what you get and to unsubscribe. Please send questions to <a href="/contact">the owner</a>.</p>`,
  contactText: `<h2>What helps us</h2>
<ul><li>For an article: a link, or a few paragraphs and your name</li><li>For an event: the date, time, and place, and a web page</li><li>For a correction: the address of the page and what is wrong</li></ul>`,
};
