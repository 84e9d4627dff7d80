import { type BackupPlan, backupPlanSchema } from '#app/moving/backup/backup-settings.server.ts';
import { createKeyPair, findRecipientProblem } from '#app/moving/backup/encryption.server.ts';
import { findBucketProblem, findFolderProblem } from '#app/moving/backup/second-location.server.ts';
import type { FormValues } from '#app/platform/forms/field-spec.ts';
import type { Bucket } from '#app/platform/storage/bucket.server.ts';
import type { PlanProblems, TypedPlan } from './backup-plan-form.tsx';

export function typedPlanOf(values: FormValues): TypedPlan {
  const typedTextOf = (name: string) => String(values[name] ?? '').trim();
  return {
    every: typedTextOf('every'),
    keep: typedTextOf('keep'),
    folder: typedTextOf('folder'),
    recipients: typedTextOf('recipients'),
  };
}

export function typePlan({ keep, recipients, ...plan }: BackupPlan): TypedPlan {
  return { ...plan, keep: String(keep), recipients: recipients.join(' ') };
}

/** The form as typed, with a new public key added to the others, and its secret key, which is stored nowhere. */
export async function addKeyPair(typed: TypedPlan): Promise<{ values: TypedPlan; secretKey: string }> {
  const { identity, recipient } = await createKeyPair();
  return {
    values: { ...typed, recipients: [...recipientsOf(typed), recipient].join(' ') },
    secretKey: identity,
  };
}

type Places = { dataFolder: string; bucket: Bucket | undefined };

type CheckedPlan =
  /** `bucketProblem` says why the bucket, which is not configured here, can't take copies now. */
  { plan: BackupPlan; bucketProblem: string | undefined } | { problems: PlanProblems };

/** Tests the folder, the keys and the bucket, and returns the typed plan; or the problems, by field. */
export async function checkPlan(typed: TypedPlan, { dataFolder, bucket }: Places): Promise<CheckedPlan> {
  const recipients = recipientsOf(typed);
  const { folder } = typed;
  const parsed = backupPlanSchema.safeParse({ ...typed, keep: Number(typed.keep), recipients });
  const isNumber = /^\d{1,4}$/.test(typed.keep) && Number(typed.keep) >= 1 && Number(typed.keep) <= 1000;
  const [inFolder, bucketProblem, inKeys] = await Promise.all([
    findPathProblem(folder) ?? (folder === '' ? undefined : findFolderProblem(folder, dataFolder)),
    bucket && findBucketProblem(bucket, dataFolder),
    recipients.length > 0 ? findRecipientProblem(recipients) : undefined,
  ]);
  const problems = {
    ...(isNumber ? {} : { keep: 'Enter a number from 1 to 1000' }),
    ...(inFolder ? { folder: inFolder } : {}),
    ...(inKeys ? { recipients: inKeys } : {}),
  };
  if (parsed.success && Object.keys(problems).length === 0) return { plan: parsed.data, bucketProblem };
  return { problems: { ...problems, ...(bucketProblem ? { bucket: bucketProblem } : {}) } };
}

function recipientsOf({ recipients }: TypedPlan): string[] {
  return [...new Set(recipients.split(/[\s,]+/).filter(Boolean))];
}

function findPathProblem(folder: string): string | undefined {
  const isPath = folder === '' || folder.startsWith('/') || /^[A-Za-z]:\\/.test(folder);
  return isPath && folder.length <= 500 ? undefined : 'Enter the full path of a folder on the server';
}
