import { escapeAttribute, escapeText } from '@wardstone/markup';
import type { TailoringContent } from './tailoring-content';

const NAMESPACE = 'http://checklists.nist.gov/xccdf/1.2';
const TAILORING_ID = 'xccdf_csfr-compliance_tailoring_default';

/**
 * The tailoring as an XCCDF 1.2 document (rule scap-5). One element per line, because some scanners skip every second
 * sibling without white space.
 * @param nowMs date of the version, which the schema requires
 */
export function renderXccdfTailoring(content: TailoringContent, nowMs: number): string {
  const { changes, values } = content;
  const selects = [
    ...changes.added.map((refId) => select(refId, true)),
    ...changes.removed.map((refId) => select(refId, false)),
    ...changes.groups.map((refId) => select(refId, true)),
  ];
  const setValues = values.map(
    ([refId, text]) => `<xccdf:set-value idref="${escapeAttribute(refId)}">${escapeText(text)}</xccdf:set-value>`,
  );
  const benchmark =
    `<xccdf:benchmark id="${escapeAttribute(content.guideRefId)}" version="${escapeAttribute(content.guideVersion)}"` +
    ` href="ssg-rhel${content.osMajorVersion}-ds.xml"/>`;
  const profile =
    `<xccdf:Profile id="${escapeAttribute(content.policyProfileRefId)}"` +
    ` extends="${escapeAttribute(content.profileRefId)}">`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xccdf:Tailoring xmlns:xccdf="${NAMESPACE}" id="${TAILORING_ID}">`,
    `  ${benchmark}`,
    `  <xccdf:version time="${new Date(nowMs).toISOString()}">1</xccdf:version>`,
    `  ${profile}`,
    `    <xccdf:title xml:lang="en-US" override="true">${escapeText(content.title)}</xccdf:title>`,
    `    <xccdf:description xml:lang="en-US" override="true">${escapeText(content.description)}</xccdf:description>`,
    ...[...selects, ...setValues].map((line) => `    ${line}`),
    '  </xccdf:Profile>',
    '</xccdf:Tailoring>',
    '',
  ].join('\n');
}

function select(refId: string, isSelected: boolean): string {
  return `<xccdf:select idref="${escapeAttribute(refId)}" selected="${isSelected}"/>`;
}
