import { laterEvents } from './events-later.ts';
import { soonEvents } from './events-soon.ts';
import { weeklyEvents } from './events-weekly.ts';
import type { SampleEvent } from './sample-event.ts';

export type { SampleEvent } from './sample-event.ts';

export const sampleEvents: SampleEvent[] = [...soonEvents, ...weeklyEvents, ...laterEvents];
