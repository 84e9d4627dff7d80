import { countRecipients, type RecipientCounts } from '#app/newsletter/sending/recipient-store.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { listChildren } from '../tests/process-tree.ts';
import { people, saveFastPlan, seedIssue, seedSubscribers } from '../tests/seed-newsletter.ts';
import { openSmtpSink, type SmtpSink } from '../tests/smtp-sink.ts';
import { until } from '../tests/until.ts';
import type { Fault } from './fault.ts';
import type { Run, Subject } from './subject.ts';
import { runTrial, type Trial, untilWritten } from './trial.ts';
import { untilBothListen } from './two-workers.ts';

const ENDS_MS = 20 * MINUTE_MS;
/** At once, by one sender. */
const MOST_LINES = 10;

/**
 * The newsletter is sent while the mail server drops connections after the data, drops them before it, refuses, defers
 * and delays emails, and dies twice, and while the site is killed: nobody gets it twice, and nobody is left out.
 */
export const killedNewsletter: Fault = {
  id: 'F18',
  name: 'newsletter: the mail server drops, delays and dies, kill -9 of the sender',
  needs: [],
  run: async ({ lean, say }) => {
    const [recipients, kills] = lean ? [400, 2] : [5000, 10];
    const doubles: string[] = [];
    const outcome = await runTrial(lean, async (trial) => {
      const { subject, history, watch } = trial;
      const sink = await openSinkThatDies();
      const issue = await seed(subject, recipients);
      const environment = { SMTP_URL: sink.url, BELFRY_WORKERS: '2' };
      let run = await subject.start({ environment });
      watch.start();
      history.start({ lanes: 2 });
      for (let turn = 1; turn <= kills; turn++) {
        const aim = Math.floor(((turn - Math.random() * 0.8) * recipients * 0.9) / kills);
        await until(`${aim} emails`, () => sink.now.received.length >= aim, ENDS_MS);
        if (turn === 3 || turn === kills - 2) await sink.die();
        watch.mustLive = false;
        run = turn % 2 === 0 ? await killSite(trial, run, environment) : await killOneWorker(subject, run);
        watch.mustLive = true;
        trial.recoveriesMs.push(await untilWritten(history));
        say(`kill ${turn} of ${kills}: ${sink.now.received.length} of ${recipients} emails arrived`);
      }
      const counts = await untilSent(subject, issue);
      doubles.push(...doublesOf(sink.now));
      trial.notes.push(...judge(trial, { counts, sink, recipients, kills }));
      await sink.close();
      const injected =
        'an issue of the newsletter, a mail server that drops, refuses, delays, defers and dies, and kill -9 of a worker or of the whole site';
      return { run, injected, times: kills, recoveryLimitMs: 30_000 };
    });
    outcome.verdicts.I4 = { problems: [...(outcome.verdicts.I4?.problems ?? []), ...doubles] };
    return outcome;
  },
};

async function seed({ dataFolder }: Subject, recipients: number): Promise<string> {
  const database = openDatabase({ dataFolder });
  await saveFastPlan(database.write);
  await seedSubscribers(database.write, people(recipients, 40));
  const { id } = await seedIssue(database.write, Date.now());
  await database.close();
  return id;
}

type DyingSink = {
  url: string;
  /** What it received so far, also before it died. */
  now: Pick<SmtpSink, 'received'>;
  faults: Record<'drops' | 'refusals' | 'deferrals' | 'delays' | 'deaths', number>;
  /** Ends all connections, and comes back on the same port after four seconds. */
  die: () => Promise<void>;
  close: () => Promise<void>;
};

/** Of a hundred emails it refuses one, defers one, drops two and delays two. */
async function openSinkThatDies(): Promise<DyingSink> {
  const faults = { drops: 0, refusals: 0, deferrals: 0, delays: 0, deaths: 0 };
  const received: SmtpSink['received'] = [];
  let turn = 0;
  const script: SmtpSink['script'] = {
    async recipient(address) {
      turn++;
      if (isRefused(address)) return count('refusals', 550);
      if (turn % 101 === 0) return count('deferrals', 451);
      if (turn % 103 === 0) return count('drops', 'drop');
      if (turn % 51 === 0) await new Promise((done) => setTimeout(done, count('delays', 400)));
      return undefined;
    },
    data: () => (turn % 107 === 0 ? count('drops', 'drop') : undefined),
  };
  const count = <Answer>(name: keyof typeof faults, answer: Answer): Answer => {
    faults[name]++;
    return answer;
  };
  const open = async (port = 0) => Object.assign(await openSmtpSink({ port, received }), { script });
  let sink = await open();
  const { url, port } = sink;
  return {
    url,
    now: { received },
    faults,
    async die() {
      faults.deaths++;
      await sink.close();
      setTimeout(async () => {
        sink = await open(port);
      }, 4000);
    },
    close: () => sink.close(),
  };
}

const isRefused = (address: string) => Number(address.slice(7, 12)) % 100 === 0;

async function killSite({ subject }: Trial, run: Run, environment: Record<string, string>): Promise<Run> {
  for (const child of listChildren(run.pid)) process.kill(child, 'SIGKILL');
  run.kill('SIGKILL');
  await run.ended;
  return subject.start({ environment });
}

async function killOneWorker(subject: Subject, run: Run): Promise<Run> {
  await untilBothListen(subject, run);
  const [worker = 0] = listChildren(run.pid).toSorted(() => Math.random() - 0.5);
  process.kill(worker, 'SIGKILL');
  await untilBothListen(subject, run, worker);
  return run;
}

async function untilSent({ dataFolder }: Subject, issue: string): Promise<RecipientCounts> {
  const database = openDatabase({ dataFolder });
  const isSent = async () => {
    const query = database.read.selectFrom('newsletter_issue').select('state').where('id', '=', issue);
    return (await query.executeTakeFirst())?.state === 'sent';
  };
  try {
    await until('the issue is sent', isSent, ENDS_MS);
    return await countRecipients(database.read, issue);
  } finally {
    await database.close();
  }
}

function doublesOf({ received }: Pick<SmtpSink, 'received'>): string[] {
  const copies = Map.groupBy(
    received.flatMap(({ to }) => to),
    (address) => address,
  );
  return [...copies].flatMap(([address, { length }]) =>
    length > 1 ? `${address} got ${length} emails` : [],
  );
}

type Evidence = { counts: RecipientCounts; sink: DyingSink; recipients: number; kills: number };

/** What nobody may be able to say: an email that is not accounted for. Returns the figures. */
function judge({ complain }: Trial, { counts, sink, recipients, kills }: Evidence): string[] {
  const { sent, refused, unknown, waiting, withdrawn } = counts;
  const arrived = sink.now.received.length;
  const { drops, refusals, deferrals, delays, deaths } = sink.faults;
  if (sent + refused + unknown !== recipients || waiting + withdrawn > 0)
    complain(`of ${recipients} emails, ${JSON.stringify(counts)}`);
  if (arrived < sent || arrived > sent + unknown) complain(`${arrived} arrived, ${sent} count as sent`);
  if (unknown > (kills + deaths) * MOST_LINES + drops) complain(`${unknown} are unknown`);
  return [
    `${recipients} emails: ${sent} sent, ${refused} refused, ${unknown} unknown; ${arrived} arrived, none twice`,
    `the mail server dropped ${drops} connections, refused ${refusals}, deferred ${deferrals}, delayed ${delays}, died ${deaths} times`,
  ];
}
