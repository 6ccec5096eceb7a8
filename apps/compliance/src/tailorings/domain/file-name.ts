/**
 * Name of a downloaded tailoring file (rule compliance-18). Real ids consist of the permitted characters; others could
 * end the header.
 */
export function tailoringFileName(guideRefId: string, profileRefId: string, extension: string): string {
  const safe = (refId: string): string => refId.replace(/[^A-Za-z0-9._-]/g, '_');
  return `${safe(guideRefId)}__${safe(profileRefId)}__tailoring.${extension}`;
}
