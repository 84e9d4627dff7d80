import type { Durability } from '#app/postgres/postgres-durability.server.ts';

const sentences: Record<Durability['standby'], string> = {
  none: 'It has no standby. If its disk fails, you will have to restore the last backup.',
  synchronous: 'Its standby has every saved change. If it takes over, nothing is lost.',
  asynchronous: 'Its standby is slightly behind. If it takes over, the most recent changes may be lost.',
  waiting:
    'It is waiting for its standby, which is not connected. Nothing can be saved until the standby is back.',
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
