/** Who may vote, who votes, and what they see of their own vote. */

export const voterRules = ['verified', 'members', 'anyone'] as const;

export type VoterRule = (typeof voterRules)[number];

/**
 * A network of voters. Its key reveals nothing about the address, and differs for each poll; that of a wider network
 * ends with its width, such as /48. `share` is how many times the limit of one address it gets.
 */
export type VoterNetwork = { key: string; share: number };

/**
 * The voter: a member by the account, or a browser by its opaque id from networks, of each of which `votersPerNetwork`
 * times its share may vote. `isVerified` says that the member has a verified address; `former` are ids under
 * which the same person may have voted before, with a deleted account.
 */
export type Voter =
  | { kind: 'member'; id: string; isVerified: boolean; former?: string[] }
  | { kind: 'informal'; id: string; networks: readonly VoterNetwork[]; votersPerNetwork: number };

/** A vote as the voter sees it while the poll is open. */
export type OwnVote = { kind: Voter['kind']; choices: string[]; receipt: string };

/**
 * The voter's relation to the poll: none; a vote that can be changed; one that was finalized when the poll was closed;
 * or one that was restored from a backup, which does not contain the link to its ballot. No one can tell the choices of
 * the last two any more.
 */
export type VoteStatus =
  | { kind: 'none' }
  | { kind: 'voted'; vote: OwnVote }
  | { kind: 'sealed' | 'restored' };
