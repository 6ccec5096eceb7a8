import type { SystemBody } from '@wardstone/dto/compliance';
import { isTooFarAhead } from '../../api/domain/clock-lead';
import { getReportTime } from './system-values';

const MAX_VERSION = 99_999;
const MAX_DISPLAY_NAME = 200;
const MAX_OS_NAME = 50;

/** Violations of rule compliance-31 by the body, one text each; empty if it is valid. */
export function systemViolations(body: SystemBody, { isNew, nowMs }: { isNew: boolean; nowMs: number }): string[] {
  return [
    ...displayNameProblems(body.display_name, isNew),
    ...versionProblems('os major version', body.os_major_version, isNew),
    ...versionProblems('os minor version', body.os_minor_version, isNew),
    ...osNameProblems(body.os_name),
    ...(isTooFarAhead(nowMs, getReportTime(body, nowMs)) ? ['updated must be at most 24 hours in the future'] : []),
  ].map((problem) => `V2::System ${problem}`);
}

function displayNameProblems(name: string | undefined, isRequired: boolean): string[] {
  if (name === undefined ? isRequired : name === '') return [`display name can't be blank`];
  return isLongerThan(MAX_DISPLAY_NAME, name ?? '')
    ? [`display name is too long (maximum is ${MAX_DISPLAY_NAME} characters)`]
    : [];
}

function versionProblems(attribute: string, version: number | undefined, isRequired: boolean): string[] {
  if (version === undefined) return isRequired ? [`${attribute} can't be blank`] : [];
  if (version < 0) return [`${attribute} must be greater than or equal to 0`];
  return version > MAX_VERSION ? [`${attribute} must be less than or equal to ${MAX_VERSION}`] : [];
}

function osNameProblems(name: string | null | undefined): string[] {
  if (name === '') return [`os name can't be blank`];
  return isLongerThan(MAX_OS_NAME, name ?? '') ? [`os name is too long (maximum is ${MAX_OS_NAME} characters)`] : [];
}

const isLongerThan = (most: number, text: string): boolean => text.length > most && [...text].length > most;
