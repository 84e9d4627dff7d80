import type { AccountRows, User } from './account-ledger.ts';

/** How the library calls the way to sign in with a password. */
const PASSWORD = 'credential';

type Where = { field: string; value: string }[];

/** What reads and writes the library's tables, with dates and truth values as each database keeps them. */
export type RowAdapter = {
  findOne<Row>(query: { model: string; where: Where }): Promise<Row | null>;
  findMany<Row>(query: { model: string; where: Where }): Promise<Row[]>;
  create<Entry extends Record<string, unknown>, Row>(query: { model: string; data: Entry }): Promise<Row>;
  update<Row>(query: { model: string; where: Where; update: Record<string, unknown> }): Promise<Row | null>;
  delete(query: { model: string; where: Where }): Promise<void>;
  deleteMany(query: { model: string; where: Where }): Promise<number>;
};

/** The account tables through the library's adapter, which is opened asynchronously. */
export function rowsOf(opening: Promise<RowAdapter>): AccountRows {
  const findUser = async (field: string, value: string) => {
    const found = await (await opening).findOne<UserRow>({ model: 'user', where: [{ field, value }] });
    return found ? userOf(found) : undefined;
  };
  return {
    findUserById: (id) => findUser('id', id),
    findUserByEmail: (email) => findUser('email', email),
    async addUser(user) {
      const times = { createdAt: new Date(), updatedAt: new Date() };
      return userOf(
        await (await opening).create<Record<string, unknown>, UserRow>({
          model: 'user',
          data: { ...user, ...times, name: '' },
        }),
      );
    },
    async changeUser(id, change) {
      const update = { ...change, updatedAt: new Date() };
      await (await opening).update({ model: 'user', where: [{ field: 'id', value: id }], update });
    },
    async removeUser(id) {
      // Sessions and ways to sign in go with it: their tables refer to it with "on delete cascade".
      await (await opening).delete({ model: 'user', where: [{ field: 'id', value: id }] });
    },
    async findPasswordHash(userId) {
      const found = await (await opening).findOne<AccountRow>({
        model: 'account',
        where: passwordOf(userId),
      });
      return found?.password ?? undefined;
    },
    async savePasswordHash(userId, password) {
      const adapter = await opening;
      const times = { createdAt: new Date(), updatedAt: new Date() };
      const update = { password, updatedAt: times.updatedAt };
      if (await adapter.update({ model: 'account', where: passwordOf(userId), update })) return;
      const data = { userId, providerId: PASSWORD, accountId: userId, password, ...times };
      await adapter.create({ model: 'account', data });
    },
    async listSignInMethods(userId) {
      const found = await (await opening).findMany<AccountRow>({
        model: 'account',
        where: [{ field: 'userId', value: userId }],
      });
      return found.map(({ providerId, createdAt }) => ({
        method: providerId === PASSWORD ? 'password' : providerId,
        createdAt: createdAt.getTime(),
      }));
    },
    async listSessions(userId) {
      const found = await (await opening).findMany<SessionRow>({
        model: 'session',
        where: [{ field: 'userId', value: userId }],
      });
      return found.map(({ createdAt, expiresAt }) => ({
        createdAt: createdAt.getTime(),
        expiresAt: expiresAt.getTime(),
      }));
    },
    async removeSessions(userId) {
      await (await opening).deleteMany({ model: 'session', where: [{ field: 'userId', value: userId }] });
    },
  };
}

type UserRow = {
  id: string;
  email: string;
  emailVerified: boolean;
  newsletterOptIn: boolean;
  createdAt: Date;
};
type AccountRow = { providerId: string; password?: string | null; createdAt: Date };
type SessionRow = { createdAt: Date; expiresAt: Date };

export function userOf({ id, email, emailVerified, newsletterOptIn, createdAt }: UserRow): User {
  return { id, email, emailVerified, newsletterOptIn, createdAt: createdAt.getTime() };
}

function passwordOf(userId: string) {
  return [
    { field: 'userId', value: userId },
    { field: 'providerId', value: PASSWORD },
  ];
}
