import { collections, searchSources, textSources } from '#app/collections.server.ts';
import {
  CHECK_ACCESSIBILITY,
  checkEverything,
  hasUnchecked,
} from '#app/items/accessibility/record-findings.server.ts';
import { hasDueItems, publishDueItems } from '#app/items/drafts/publish-due-items.server.ts';
import { thinRevisions } from '#app/items/revisions/revise.server.ts';
import { LOAD_SAMPLE_TOWN } from '#app/items/sample-town/sample-town-request.ts';
import { hasWordsToLearn, learnWords } from '#app/items/search/known-words.server.ts';
import { hasTrashSecrets, removeTrashSecrets } from '#app/items/trash/kept-rows.server.ts';
import { purgeTrash } from '#app/items/trash/restore-trash.server.ts';
import { removeEndedImportFiles } from '#app/moving/import/import-files.server.ts';
import { saveMissing } from '#app/moving/redirects/missing-store.server.ts';
import { issueDue } from '#app/newsletter/sending/issue-actions.server.ts';
import { purgeUnconfirmed } from '#app/newsletter/subscribers/confirmations.server.ts';
import { removeOldImportFiles } from '#app/newsletter/subscribers/subscriber-files.server.ts';
import { hasStaleMembers, syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import { purgeExpired } from '#app/people/accounts/purge-expired.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { openLeases } from '#app/platform/database/lease.server.ts';
import { requestOf, requestTask } from '#app/platform/database/task-request.server.ts';
import { hasDueMail } from '#app/platform/mail/mail-claims.server.ts';
import { mailFolderOf, removeOldMailFiles } from '#app/platform/mail/mail-folder.server.ts';
import { mailQueued } from '#app/platform/mail/mail-queue.server.ts';
import { sendQueuedMails } from '#app/platform/mail/send-queued-mails.server.ts';
import { removeOldMails } from '#app/platform/mail/unsent-mails.server.ts';
import { recordIdleDocuments } from '#app/platform/media/documents/document-uses.server.ts';
import { removeUnfinishedUploads } from '#app/platform/media/media.server.ts';
import { sweepFiles } from '#app/platform/media/remove-picture.server.ts';
import { hasStaleUses, updateUses } from '#app/platform/media/update-picture-uses.server.ts';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { hasStaleItems, indexStaleItems } from '#app/platform/search-index/index-items.server.ts';
import { purgeThrottles } from '#app/platform/throttle/throttle.server.ts';
import { closeDuePolls, hasDuePolls } from '#app/polls/close-poll.server.ts';
import { finishSealing, hasSealing } from '#app/polls/votes/ballot-sealing.server.ts';
import { announceFeeds, hasNews } from '#app/site/feeds/announce-feeds.server.ts';
import { CHECK_SOURCES, checkDueSources, hasDueSources } from '#app/sources/checks/check-source.server.ts';
import { expireWaiting } from '#app/sources/checks/expire-waiting.server.ts';
import { expireSuggestions } from '#app/sources/suggestions/expire-suggestions.server.ts';
import { notifySenders } from '#app/sources/suggestions/notify-senders.server.ts';
import { purgeSuggestions } from '#app/sources/suggestions/purge-suggestions.server.ts';
import { removeOldAuditEntries } from '#app/town/activity/audit-log.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import {
  backupTasksOf,
  notifySuccessorOf,
  requestedBackupOf,
  requestedTestOf,
} from './backup-tasks.server.ts';
import { deliverMail } from './deliver-mail.server.ts';
import { restingOnFrozen, watchingUnlessFrozen } from './frozen-tasks.server.ts';
import { importTaskOf } from './import-task.server.ts';
import {
  bounceTasksOf,
  planNewsletterOf,
  SEND_NEWSLETTER,
  sendNewsletterOf,
} from './newsletter-tasks.server.ts';
import { reportErrorsTask } from './report-errors.server.ts';
import {
  type RunTool,
  requestedTask,
  type Schedule,
  startTasks,
  type TimedTask,
  type WatchedTask,
} from './schedule.server.ts';
import { tipTasksOf } from './tip-tasks.server.ts';
import { waitingEmailsOf } from './waiting-email-task.server.ts';

const SEND_MAIL = 'send-mail';

/** Starts all background work. Stop it before the services are closed. */
export function startSiteTasks(services: Services, runTool: RunTool): Schedule {
  const { write, log } = services;
  const schedule = startTasks({
    timed: [
      ...timedTasksOf(services),
      ...backupTasksOf(services, runTool),
      ...bounceTasksOf(services),
      ...tipTasksOf(services),
      planNewsletterOf(services),
      notifySuccessorOf(services),
      reportErrorsTask(services),
      waitingEmailsOf(services),
    ].map((job) => restingOnFrozen(services, job)),
    watched: [
      ...watchedTasksOf(services),
      requestedBackupOf(services, runTool),
      requestedTestOf(services, runTool),
      loadSampleTownOf(services, runTool),
      importTaskOf(services, runTool),
      sendNewsletterOf(services),
    ].map((job) => watchingUnlessFrozen(services, job)),
    leases: openLeases(write),
    report: (job, error) => log.error({ err: error, job }, 'a job failed'),
  });
  const nudge = () => schedule.nudge(SEND_MAIL);
  const nudgeNewsletter = () => schedule.nudge(SEND_NEWSLETTER);
  mailQueued.subscribe(nudge);
  issueDue.subscribe(nudgeNewsletter);
  return {
    ...schedule,
    async stop() {
      mailQueued.unsubscribe(nudge);
      issueDue.unsubscribe(nudgeNewsletter);
      await schedule.stop();
    },
  };
}

/** What runs within seconds of a write, or of its time. */
function watchedTasksOf(services: Services): WatchedTask[] {
  const { write, now, settings, log } = services;
  const outbound = openOutbound({ reachable: settings.fetchAllow, siteUrl: settings.url });
  const announcing = { db: write, collections, siteUrl: settings.url, now, outbound };
  const checking = { write, collections, siteUrl: settings.url, now, outbound, log };
  return [
    {
      name: SEND_MAIL,
      hasWork: () => hasDueMail(write, now()),
      work: (signal) =>
        sendQueuedMails({
          db: write,
          deliver: (mail, cut) => deliverMail(services, mail, cut),
          now,
          signal,
          report: (report) =>
            report.state === 'sent' ? log.info(report, 'email sent') : log.warn(report, 'email not sent'),
        }),
    },
    {
      // Ballots are finalized, and what linked them to voters is removed from the disk.
      name: 'close-polls',
      hasWork: async () => (await hasDuePolls(write, now())) || hasSealing(write),
      work: async (signal) => {
        await closeDuePolls(write, now(), signal);
        await finishSealing(write, signal);
      },
    },
    {
      name: 'publish-items',
      hasWork: () => hasDueItems(write, now()),
      work: (signal) => publishDueItems(write, collections, now(), signal),
    },
    {
      // Polls in the trash obey the same secrecy as those on the site.
      name: 'unlink-trash',
      hasWork: () => hasTrashSecrets(write, now()),
      work: (signal) => removeTrashSecrets(write, collections, now(), signal),
    },
    {
      // Rows that a migration, a restore or manual SQL has written.
      name: 'index-items',
      hasWork: () => hasStaleItems(write),
      work: async (signal) => void (await indexStaleItems(write, searchSources, { signal })),
    },
    {
      // For correcting typos in searches.
      name: 'learn-words',
      hasWork: () => hasWordsToLearn(write, searchSources),
      work: (signal) => learnWords(write, searchSources, signal),
    },
    {
      // What someone wants to have checked, and once what an earlier version or a restore has written.
      name: CHECK_ACCESSIBILITY,
      hasWork: () => hasUnchecked(write, collections),
      work: (signal) => checkEverything(write, collections, now, signal),
    },
    {
      name: 'announce-feeds',
      hasWork: () => hasNews(announcing),
      work: (signal) => announceFeeds(announcing, signal),
    },
    {
      name: 'settle-pictures',
      hasWork: () => hasStaleUses(write),
      work: (signal) => updateUses(write, textSources, now(), signal),
    },
    {
      // The newsletter's list agrees with the accounts.
      name: 'settle-members',
      hasWork: () => hasStaleMembers(write),
      work: (signal) => syncMembers(write, now(), signal),
    },
    {
      name: CHECK_SOURCES,
      hasWork: () => hasDueSources(write, now()),
      work: async (signal) => checkDueSources({ ...checking, town: await findTown(write) }, signal),
    },
  ];
}

/** Minutes apart from each other and from the full hour, when most servers run their jobs. */
function timedTasksOf(services: Services): TimedTask[] {
  const { write, now, settings, media } = services;
  return [
    { name: 'purge-expired', when: '41 * * * *', work: () => purgeExpired(write, now()) },
    {
      name: 'expire-waiting',
      when: '7-59/10 * * * *',
      work: async (signal) => {
        const town = await findTown(write);
        await expireWaiting({ write, now, town }, signal);
        if (!signal.aborted) await expireSuggestions(write, town, now());
      },
    },
    {
      name: 'purge-unconfirmed',
      when: '47 * * * *',
      work: () => purgeUnconfirmed(write, now()),
    },
    {
      name: 'save-missing-addresses',
      when: '* * * * *',
      everywhere: true,
      work: () => saveMissing(services),
    },
    { name: 'purge-throttles', when: '* * * * *', work: () => purgeThrottles(write, now()) },
    { name: 'remove-old-audit-entries', when: '53 * * * *', work: () => removeOldAuditEntries(write, now()) },
    {
      name: 'nightly-accessibility',
      when: '13 4 * * *',
      work: () => requestTask(write, CHECK_ACCESSIBILITY, now()),
    },
    { name: 'thin-revisions', when: '43 3 * * *', work: (signal) => thinRevisions(write, now(), signal) },
    {
      name: 'empty-trash',
      when: '37 * * * *',
      work: (signal) => purgeTrash(write, collections, now(), signal),
    },
    {
      name: 'purge-suggestions',
      when: '52 3 * * *',
      work: (signal) => purgeSuggestions(write, textSources, now(), signal),
    },
    {
      name: 'notify-senders',
      when: '* * * * *',
      work: async () => notifySenders(services, collections, await findTown(services.read)),
    },
    {
      name: 'record-idle-documents',
      when: '41 * * * *',
      work: () => recordIdleDocuments(write, now()),
    },
    {
      name: 'sweep-pictures',
      when: '29 * * * *',
      work: (signal) => sweepFiles(write, media.files, now(), signal),
    },
    {
      name: 'remove-unfinished-uploads',
      when: '31 * * * *',
      everywhere: true,
      work: () => removeUnfinishedUploads(media),
    },
    {
      name: 'remove-old-import-files',
      when: '19 * * * *',
      everywhere: true,
      work: () => removeOldImportFiles(settings.dataFolder, now()),
    },
    {
      name: 'remove-old-move-in-files',
      when: '11 * * * *',
      everywhere: true,
      work: () => removeEndedImportFiles(write, settings.dataFolder, now()),
    },
    { name: 'remove-old-mails', when: '17 * * * *', work: () => removeOldMails(write, now()) },
    {
      name: 'remove-old-mail-files',
      when: '23 * * * *',
      everywhere: true,
      work: () => removeOldMailFiles(mailFolderOf(settings.dataFolder), now()),
    },
  ];
}

/** Loads the sample town at the administrator's request, in a separate process. */
export function loadSampleTownOf({ write }: Services, runTool: RunTool): WatchedTask {
  return requestedTask(LOAD_SAMPLE_TOWN, requestOf(write, LOAD_SAMPLE_TOWN), (signal) =>
    runTool(['demo'], signal),
  );
}
