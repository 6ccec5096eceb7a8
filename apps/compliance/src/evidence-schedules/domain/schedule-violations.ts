import { EVIDENCE_FILES, type EvidenceScheduleBody } from '@wardstone/dto/compliance';
import { isRoleName } from '@wardstone/auth';
import { timeProblems } from '../../scans/domain/schedule-violations';

/** People, roles, addresses and channels together. */
const MAX_RECIPIENTS = 20;
const MAX_LENGTH = 255;
/** One mailbox without a display name; only its mail server knows whether it exists. */
const ADDRESS = /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]{1,190}$/;

/** Rules that a schedule breaks, one text each; empty when it may be stored (rule compliance-50). Pure. */
export function evidenceScheduleViolations(body: EvidenceScheduleBody): string[] {
  const { files, cron, time_zone: timeZone = 'UTC', people = [], roles = [], addresses = [], channels = [] } = body;
  const known: readonly string[] = EVIDENCE_FILES;
  const mailed = [...people, ...roles, ...addresses];
  const count = mailed.length + channels.length;
  return [
    ...(files.length === 0 && mailed.length > 0 ? [`files can't be blank`] : []),
    ...(files.every((file) => known.includes(file)) ? [] : [`files must be of ${EVIDENCE_FILES.join(', ')}`]),
    ...timeProblems(cron, timeZone),
    ...(count === 0 ? ['must have a recipient'] : []),
    ...(count > MAX_RECIPIENTS ? [`recipients are too many (maximum is ${MAX_RECIPIENTS})`] : []),
    ...(mailed.some((text) => text === '' || text.length > MAX_LENGTH)
      ? [`recipients must have 1 to ${MAX_LENGTH} characters`]
      : []),
    ...(roles.every(isRoleName) ? [] : ['roles must be names of roles']),
    ...(addresses.every((address) => ADDRESS.test(address)) ? [] : ['addresses must be e-mail addresses']),
  ].map((problem) => `V2::EvidenceSchedule ${problem}`);
}
