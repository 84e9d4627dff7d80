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
  eventImage: '/illustrations/green.svg',
  webSubHub: '',
  aboutText: `<p>Maple Hollow Commons is one place to find what is happening in town. We gather local reporting, write some of our own, keep the calendar, and ask a question now and then.</p>
<figure><img src="/illustrations/village.svg" width="1200" height="800" alt="The meetinghouse belfry above the village at dawn"></figure>
<h2>How we choose</h2>
<p>Every item is read by a person before it appears here. We name the source and link to the original. When we get something wrong we fix it and say so.</p>
<h2>Who pays</h2>
<p>A small group of neighbors, and local advertisers whose names are always marked. Reading is free and needs no account.</p>`,
  privacyText: `<p>This page says what we keep, why, for how long, and how to have it removed.</p>
<h2>What we keep</h2>
<p>If you only read: nothing that names you.</p>
<p>If you register: your email address, a code made of your password from which the password cannot be read, and whether you asked for community updates and promotions. If you sign in with Google, also the number by which Google knows your account.</p>
<p>Network (IP) addresses: for 30 days, with a note of what was done while signed in and of failed sign-ins, so that the site stays safe. Notes of what was done are kept for 400 days without them.</p>
<p>That we sent you a mail: for 30 days.</p>
<p>That an account opted out or was deleted: as a number that names nobody, so that no backup brings it back.</p>
<h2>What we do with it</h2>
<ul><li>Sign you in</li><li>Send community updates and promotions, if you opted in</li><li>Keep strangers out of your account</li></ul>
<p>We do not sell it, share it or make profiles of it.</p>
<h2>Cookies</h2>
<p>All of them are our own, and none follows you elsewhere: one keeps you signed in, one knows this browser when you sign in again, one lives for minutes while you sign in with Google, and one remembers that you chose a light or a dark page.</p>
<h2>Others</h2>
<p>Pages, scripts, fonts and styles come from this site alone. There is no tracking, no advertising network and no counting of visitors. A picture in an item may come from the website of its source, which then sees your network address; so does Google if you sign in with it.</p>
<h2>Children</h2>
<p>You must be at least 13 to register.</p>
<h2>Your choices</h2>
<p>You can change your choice, download your data or delete your account on the <a href="/account">account page</a>. Questions go to <a href="/contact">the owner</a>.</p>`,
  contactText: `<h2>What helps</h2>
<ul><li>For an article: a link, or a few paragraphs and your name</li><li>For an event: the date, the time, the place and a web page</li><li>For a correction: the page address and what is wrong</li></ul>`,
};
