/** Bounces and complaints as mail servers write them, about one email of a newsletter. */

export type BouncedEmail = {
  /** The tag of the email, which its Message-ID and return path contain. */
  tag: string;
  /** The token of its List-Unsubscribe. */
  token: string;
  address: string;
};

/** The headers of our email, as a mail server returns them. */
export function sentHeaders({ tag, token, address }: BouncedEmail): string {
  return `Return-Path: <bounces+${tag}@maple.example>
Received: from mail.maple.example (mail.maple.example [192.0.2.10])
\tby mx.example.org with ESMTPS id 4Hxyz; Fri, 20 Nov 2026 12:00:03 +0000
From: Maple Hollow Commons <news@maple.example>
To: ${address}
Subject: Town votes to mend the library roof
Message-ID: <${tag}.1@maple.example>
List-Id: <newsletter.maple.example>
List-Unsubscribe:
 <https://maple.example/newsletter/unsubscribe?token=${token}>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
Feedback-ID: 1:weekly:belfry:maple.example
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8`;
}

export type Dsn = {
  to?: string;
  action?: string;
  status?: string;
  diagnostic?: string;
  /** More groups of fields, about other recipients. */
  more?: string;
  headersOnly?: boolean;
};

/** A delivery status notification of RFC 3464, as Postfix writes it. */
export function postfixDsn(email: BouncedEmail, dsn: Dsn = {}): string {
  const {
    to = `bounces+${email.tag}@maple.example`,
    action = 'failed',
    status = '5.1.1',
    diagnostic = `smtp; 550 5.1.1 <${email.address}>: Recipient address rejected: User unknown in virtual mailbox table`,
    more = '',
    headersOnly = false,
  } = dsn;
  return `Return-Path: <>
Date: Fri, 20 Nov 2026 12:00:05 +0000 (UTC)
From: MAILER-DAEMON@mail.maple.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4HXyzQ0.1605873605/mail.maple.example"
Message-Id: <20261120120005.4HXyzQ@mail.maple.example>

This is a MIME-encapsulated message.

--4HXyzQ0.1605873605/mail.maple.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.maple.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<${email.address}>: host mx.example.org[192.0.2.25] said: 550 5.1.1
    <${email.address}>: Recipient address rejected: User unknown

--4HXyzQ0.1605873605/mail.maple.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.maple.example
X-Postfix-Queue-ID: 4HXyzQ
X-Postfix-Sender: rfc822; bounces+${email.tag}@maple.example
Arrival-Date: Fri, 20 Nov 2026 12:00:03 +0000 (UTC)

Final-Recipient: rfc822; ${email.address}
Original-Recipient: rfc822;${email.address}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.org
Diagnostic-Code: ${diagnostic}
${more}
--4HXyzQ0.1605873605/mail.maple.example
Content-Description: Undelivered Message${headersOnly ? ' Headers' : ''}
Content-Type: ${headersOnly ? 'text/rfc822-headers' : 'message/rfc822'}

${sentHeaders(email)}

The week in Maple Hollow.

--4HXyzQ0.1605873605/mail.maple.example--
`;
}

/** As Gmail writes it: the text in HTML and plain, an icon, and only the headers of the email. */
export function gmailDsn(email: BouncedEmail): string {
  return `Return-Path: <>
To: news@maple.example
Auto-Submitted: auto-replied
Message-ID: <655b6c1e.050a0220@mx.google.example>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>
References: <${email.tag}.1@maple.example>
In-Reply-To: <${email.tag}.1@maple.example>
Subject: =?UTF-8?Q?Delivery_Status_Notification_=28Failure=29?=
X-Failed-Recipients: ${email.address}
MIME-Version: 1.0
Content-Type: multipart/report; boundary="0000000000001f"; report-type=delivery-status

--0000000000001f
Content-Type: multipart/related; boundary="0000000000002a"

--0000000000002a
Content-Type: multipart/alternative; boundary="0000000000003b"

--0000000000003b
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to ${email.address} because the address couldn't be found, or is unable to receive mail.

--0000000000003b
Content-Type: text/html; charset="UTF-8"

<html><body><h2>Address not found</h2></body></html>

--0000000000003b--
--0000000000002a
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=
--0000000000002a--
--0000000000001f
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.example
Received-From-MTA: dns; news@maple.example
Arrival-Date: Fri, 20 Nov 2026 04:00:05 -0800 (PST)

Final-Recipient: rfc822; ${email.address}
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.example.
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please
 550-5.1.1 try double-checking the recipient's email address for typos
Last-Attempt-Date: Fri, 20 Nov 2026 04:00:05 -0800 (PST)

--0000000000001f
Content-Type: message/rfc822

${sentHeaders(email)}

--0000000000001f--
`;
}

/** As Exchange writes it: text in UTF-16 for a part, the headers of the email in base64. */
export function exchangeDsn(email: BouncedEmail): string {
  const headers = Buffer.from(sentHeaders(email).replaceAll('\n', '\r\n')).toString('base64');
  return `From: <postmaster@outlook.example>
To: <news@maple.example>
Date: Fri, 20 Nov 2026 12:00:09 +0000
Content-Type: multipart/report; report-type=delivery-status;
 boundary="_d1e5b3a2_MSEXCHANGE"
X-MS-Exchange-Message-Is-Ndr:
Message-ID: <d1e5b3a2@outlook.example>
Subject: Undeliverable: Town votes to mend the library roof
MIME-Version: 1.0

--_d1e5b3a2_MSEXCHANGE
Content-Type: text/html; charset="unicode-1-1-utf-7"
Content-Transfer-Encoding: quoted-printable

<p>Delivery has failed to these recipients or groups:</p>

--_d1e5b3a2_MSEXCHANGE
Content-Type: message/delivery-status

Reporting-MTA: dns;DM6PR01.prod.outlook.example
Received-From-MTA: dns;mail.maple.example
Arrival-Date: Fri, 20 Nov 2026 12:00:08 +0000

Final-Recipient: RFC822;${email.address.toUpperCase()}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup

--_d1e5b3a2_MSEXCHANGE
Content-Type: text/rfc822-headers
Content-Transfer-Encoding: base64

${headers}
--_d1e5b3a2_MSEXCHANGE--
`;
}

/** As qmail writes it: no MIME, and the whole email below. */
export function qmailBounce(email: BouncedEmail): string {
  return `Return-Path: <>
Delivered-To: maple.example-bounces+${email.tag}@maple.example
Date: 20 Nov 2026 12:00:11 -0000
From: MAILER-DAEMON@mx.example.org
To: bounces+${email.tag}@maple.example
Subject: failure notice

Hi. This is the qmail-send program at mx.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${email.address}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

${sentHeaders(email)}

The week in Maple Hollow. 421 people will try again later. It couldn't be delivered by spam.
`;
}

/** As Exim writes it without a delivery status. */
export function eximBounce(email: BouncedEmail): string {
  return `Return-path: <>
Envelope-to: news@maple.example
X-Failed-Recipients: ${email.address}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.example.org>
To: news@maple.example
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1kg5Yt-0001@mx.example.org>
Date: Fri, 20 Nov 2026 12:00:12 +0000

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${email.address}
    host mx2.example.org [192.0.2.26]
    SMTP error from remote mail server after RCPT TO:<${email.address}>:
    550 No such user here

------ This is a copy of the message, including all the headers. ------

${sentHeaders(email)}

The week in Maple Hollow.
`;
}

/** Exim's notice that it will keep trying. */
export function eximDelay(email: BouncedEmail): string {
  return eximBounce(email)
    .replace(/^Subject: .*$/m, 'Subject: Warning: message E1kg5Yt-0001 delayed 24 hours')
    .replace(
      /A message that you sent could not[\s\S]*?failed:/,
      'A message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue on mx.example.org.',
    );
}

/** A complaint of RFC 5965, as feedback loops send it. */
export function complaint(email: BouncedEmail, type = 'abuse'): string {
  return `From: <staff@hotmail.example>
To: abuse@maple.example
Subject: complaint about message from 192.0.2.10
Date: Fri, 20 Nov 2026 13:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report for an email message received from IP 192.0.2.10.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <news@maple.example>
Received-Date: Fri, 20 Nov 2026 12:30:00 +0000
Source-IP: 192.0.2.10

--part1_13d.2e68ed54_boundary
Content-Type: message/rfc822
Content-Disposition: inline

${sentHeaders(email)}

The week in Maple Hollow.
--part1_13d.2e68ed54_boundary--
`;
}

/** What a person's vacation message looks like: it reaches the return path, too. */
export function vacationReply(email: BouncedEmail): string {
  return `Return-Path: <>
From: June Park <${email.address}>
To: bounces+${email.tag}@maple.example
Subject: Out of office: Town votes to mend the library roof
Auto-Submitted: auto-replied
In-Reply-To: <${email.tag}.1@maple.example>
References: <${email.tag}.1@maple.example>

I'm away until Monday. Your message could not be delivered to my brain: 550 5.1.1 user unknown.
`;
}
