import { killSite, killWorker } from './f01-kill.ts';
import type { Fault } from './fault.ts';

/** In the order of the table of faults. */
export const faults: readonly Fault[] = [killSite, killWorker];
