import type { Target } from './bench.ts';
import { afterWrite } from './targets/after-write.ts';
import { autosave } from './targets/autosave.ts';
import { cachedPage } from './targets/cached-page.ts';
import { coldPage } from './targets/cold-page.ts';
import { depth } from './targets/depth.ts';
import { deskLists } from './targets/desk-lists.ts';
import { documentSearch } from './targets/document-search.ts';
import { documents } from './targets/documents.ts';
import { firstView } from './targets/first-view.ts';
import { imports } from './targets/imports.ts';
import { junk } from './targets/junk.ts';
import { latency } from './targets/latency.ts';
import { lighthouse } from './targets/lighthouse.ts';
import { newsletter } from './targets/newsletter.ts';
import { overload } from './targets/overload.ts';
import { photo } from './targets/photo.ts';
import { schedule } from './targets/schedule.ts';
import { search } from './targets/search.ts';
import { start } from './targets/start.ts';
import { suggestionFlood } from './targets/suggestion-flood.ts';
import { upload } from './targets/upload.ts';
import { workers } from './targets/workers.ts';

/** All measurements, in the order of the table. */
export const targets: Target[] = [
  cachedPage,
  coldPage,
  depth,
  afterWrite,
  latency,
  overload,
  search,
  documentSearch,
  documents,
  deskLists,
  autosave,
  upload,
  suggestionFlood,
  schedule,
  imports,
  newsletter,
  photo,
  start,
  firstView,
  workers,
  junk,
  lighthouse,
];
