import type { Durability } from '#app/postgres/postgres-durability.server.ts';

const sentences: Record<Durability['standby'], string> = {
  none: 'It has no standby: what is lost with its disk comes back from the last backup.',
  synchronous: 'Its standby has everything that was saved: if that one takes over, nothing is lost.',
  asynchronous: 'Its standby follows a moment behind: if that one takes over, the last moments may be lost.',
  waiting: 'It waits for its standby, which is gone: nothing can be saved until that one is back.',
};

/** What a failover of PostgreSQL would lose (requirements: durability 2). */
export function DatabasePanel({ durability: { version, standby } }: { durability: Durability }) {
  return (
    <section className="panel" aria-labelledby="database">
      <h2 id="database">Database</h2>
      <p>
        PostgreSQL {version}. {sentences[standby]}
      </p>
    </section>
  );
}
