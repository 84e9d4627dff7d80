/** Clients that work on the same items at once, and the judgment about what the site told them (I1). */

import { type Pseudorandom, pseudorandom } from '../commands/sample-town/pseudorandom.ts';
import { until } from '../tests/until.ts';
import { findContradiction, isWrite } from './linearize.ts';
import type { Operation } from './model.ts';
import { ModelClient, type Node, writeIn } from './model-client.ts';

const CLIENTS = 6;
const CALLS = 20;
const ITEMS = 3;

export class ModelCheck {
  /** Responses that should not occur. */
  readonly strange: string[] = [];
  size = 0;
  readonly #nodes: Node[];
  readonly #pick: Pseudorandom;
  readonly #problems: string[] = [];
  readonly #counts = { calls: 0, unknown: 0, refused: 0, saves: 0, versions: 0 };
  #clients: ModelClient[] = [];

  constructor(nodes: Node[], pick: Pseudorandom) {
    this.#nodes = nodes;
    this.#pick = pick;
  }

  get told(): string {
    const { calls, unknown, refused, saves, versions } = this.#counts;
    return `${calls} calls about ${this.size} items, ${unknown} of unknown outcome, ${refused} refused; one order explains all responses about ${this.size - this.#problems.length} items; ${saves} saves acknowledged, ${versions} versions`;
  }

  compare(): Promise<string[]> {
    return Promise.resolve(this.#problems);
  }

  /** Lets all clients call about the items of this round, and returns how many calls they made. */
  async round(round: number): Promise<number> {
    const items = itemsOf(round);
    this.#clients = Array.from({ length: CLIENTS }, (_, number) => {
      const node = this.#nodes[number % this.#nodes.length] as Node;
      const pick = pseudorandom(this.#pick(2 ** 31));
      return new ModelClient(node, { name: `r${round}c${number}`, items, pick });
    });
    await Promise.all(this.#clients.map((client) => client.run(CALLS)));
    return this.#clients.reduce((sum, { operations }) => sum + [...operations.values()].flat().length, 0);
  }

  /** Compares what the clients of this round were told with the items' versions, and with every possible order. */
  async judge(round: number): Promise<void> {
    const [first, ...others] = this.#clients as [ModelClient, ...ModelClient[]];
    for (const id of itemsOf(round)) {
      await first.put(id);
      for (const client of this.#clients) await client.read(id);
      const operations = [first, ...others].flatMap((client) => client.operations.get(id) ?? []);
      const order = await this.#readVersions(id);
      const problem = judgeItem(operations, order);
      if (problem) this.#problems.push(`${id}: ${problem}`);
      this.#count(operations, order);
    }
    this.strange.push(...this.#clients.flatMap(({ strange }) => strange));
    this.#counts.refused += this.#clients.reduce((sum, { refused }) => sum + refused, 0);
  }

  #count(operations: Operation[], order: string[]): void {
    this.size++;
    this.#counts.calls += operations.length;
    this.#counts.unknown += operations.filter(({ result }) => !result).length;
    this.#counts.saves += operations.filter(isAcknowledged).length;
    this.#counts.versions += order.length;
  }

  /** The writes that the item's versions are from, oldest first. */
  async #readVersions(id: string): Promise<string[]> {
    const path = `articles/${id}/revisions`;
    const { items } = (await this.#read(path)) as { items: { revision: number }[] };
    const writes: string[] = [];
    for (const { revision } of items.reverse())
      writes.push(writeIn((await this.#read(`${path}/${revision}`)) as { title?: string }));
    return writes;
  }

  /** A site on a busy machine may ask to retry. */
  async #read(path: string): Promise<unknown> {
    const { subject } = this.#nodes[0] as Node;
    const read = async () => {
      const { status, body } = await subject.call('GET', path);
      return status === 200 ? JSON.parse(body) : undefined;
    };
    return (await until(`${path} is read`, read)).value;
  }
}

function itemsOf(round: number): string[] {
  return Array.from({ length: ITEMS }, (_, number) => `round${round}-${number + 1}`);
}

function isAcknowledged(operation: Operation): boolean {
  return isWrite(operation) && operation.result?.outcome === 'done';
}

/** What is wrong with what clients were told about an item whose versions are from these writes, in this order. */
export function judgeItem(operations: Operation[], order: string[]): string | undefined {
  const missing = operations.filter((one) => isAcknowledged(one) && !order.includes(one.write));
  if (missing.length > 0)
    return `acknowledged, but not in the versions: ${missing.map(({ write }) => write).join(', ')}`;
  const doubled = order.filter((write, place) => order.indexOf(write) !== place);
  if (doubled.length > 0) return `several times in the versions: ${doubled.join(', ')}`;
  return findContradiction(operations, order);
}
