/** Who may vote, who votes, and what they see of their own vote. */

export const voterRules = ['verified', 'members', 'anyone'] as const;

export type VoterRule = (typeof voterRules)[number];

/**
 * A network of voters. Its key says nothing about the address, and each poll has another; that of a wider network ends
 * with its width, such as /48. `share` is how many times the limit of one address it gets.
 */
export type VoterNetwork = { key: string; share: number };

/**
 * Who votes: a member by the account, or a browser by its opaque id from networks, of each of which `votersPerNetwork`
 * times its share may vote. `isVerified` says that the member has proved an address; `former` is under what the
 * same person may have voted before, with an account that is deleted.
 */
export type Voter =
  | { kind: 'member'; id: string; isVerified: boolean; former?: string[] }
  | { kind: 'informal'; id: string; networks: readonly VoterNetwork[]; votersPerNetwork: number };

/** A vote as the voter sees it while the poll is open. */
export type OwnVote = { kind: Voter['kind']; choices: string[]; receipt: string };

/**
 * What the voter has to do with the poll: nothing; a vote that can be changed; one that was sealed when the poll was
 * closed; or one that was restored from a backup, which does not say which ballot it is. Nobody can tell any more what
 * the last two say.
 */
export type VoteStatus =
  | { kind: 'none' }
  | { kind: 'voted'; vote: OwnVote }
  | { kind: 'sealed' | 'restored' };
