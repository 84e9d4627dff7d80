import { expect, test } from 'vitest';
import { bounceKindOf } from './bounce-kind.ts';

test.each([
  '550 Sending disabled for this account',
  '550 5.7.1 Your account has been suspended',
  '550 Account suspended',
  '550 5.1.0 Sender address rejected',
  '550 5.1.1 Sender address rejected: User unknown in local recipient table',
  '553 5.7.1 Sender address rejected: not owned by user news@maple.example',
  '550 You are not allowed to send from this address',
  '550 5.4.5 Daily user sending limit exceeded',
  '550 5.1.1 Daily limit exceeded',
  '550 Access denied',
  '550 Rejected',
  '550 5.0.0 Rejected',
  '554 5.7.1 Service unavailable; client host blocked',
  '550 5.7.26 This mail is unauthenticated',
  '552 5.2.2 Mailbox full',
  '450 4.2.1 The user you are trying to contact is receiving mail too quickly',
  '451 User unknown in the meantime',
  '550',
  '',
])('A refusal that is about the sender, or about nothing in particular, is soft: %s', (reply) => {
  expect(bounceKindOf({ reply })).toBe('soft');
});

test.each([
  '550 5.1.1 <june@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
  "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address",
  '550 5.2.1 The email account that you tried to reach is disabled',
  '550 5.4.1 Recipient address rejected: Access denied',
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  '550 No such user here',
  '550 Requested action not taken: mailbox unavailable',
  '554 delivery error: This user doesn’t have a yahoo.example account',
  '553 Invalid recipient june@example.org',
  '550 unknown local part',
  '5.1.2 Host or domain name not found',
])('A refusal that says that the mailbox does not exist is hard: %s', (reply) => {
  expect(bounceKindOf({ reply })).toBe('hard');
});
