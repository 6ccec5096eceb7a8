import { type Markup, markup } from '@wardstone/markup';
import { counted, numberText } from '@wardstone/units';
import type { EvidenceHead, EvidenceRule, EvidenceSystem, EvidenceTailoring, ReadSystems } from './evidence';
import { type Finding, Findings, type UsedWaiver } from './findings';
import {
  dayText,
  groupText,
  summaryFigures,
  reviewText,
  scoreText,
  severityText,
  sharesText,
  summaryText,
  thresholdText,
  timeText,
  trendPicture,
  verdictText,
  waiverText,
} from './texts';

const STYLE = `:root{color-scheme:light dark;--line:#d2d2d2;--fail:#a60000;--reported:#8a8a8a;--compliant:#3d7317}
@media (prefers-color-scheme:dark){:root{--line:#4d4d4d;--fail:#ff9a9a;--reported:#8a8a8a;--compliant:#87bb62;background:#151515;color:#e0e0e0}}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}h2{margin-top:2.5rem}
h1,h3,p,dd{overflow-wrap:anywhere}h1,h3,p,dd,td{unicode-bidi:plaintext;text-align:start}dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.25rem 1rem}
dt{font-weight:600}dd{margin:0}table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}
th,td{text-align:start;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
code{font-size:85%;overflow-wrap:anywhere}svg{max-width:100%;height:auto}h1,h2,h3,thead{break-after:avoid}tr{break-inside:avoid}
thead{display:table-header-group}.fail{color:var(--fail);font-weight:600}.summary{font-size:1.25rem;font-weight:600}
@media (max-width:40rem){thead{display:none}dl,table,tbody,tr,td{display:block}dd{margin-bottom:.5rem}
tr{border-bottom:1px solid var(--line);padding:.5rem 0}td{border:0;padding:0}td::before{content:attr(data-of) ': ';font-weight:600}
td:not([data-of])::before{content:none}}
@media print{:root{background:#fff;color:#000;--line:#999;--fail:#a60000;--reported:#8a8a8a;--compliant:#3d7317}body{margin:0;max-width:none}}`;

/** A self-contained page: summary, trend, failed rules, exceptions, each system with its rules, documents. */
export async function* writeHtml(head: EvidenceHead, readSystems: ReadSystems): AsyncIterable<string> {
  const { policy, tailorings, trend } = head;
  yield '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n';
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n';
  yield markup`<title>${policy.title}: evidence</title>`.html + `<style>${STYLE}</style></head><body>\n`;
  yield summarySection(head).html;
  if (trend.length > 1) {
    yield markup`<h2>Compliant systems by day</h2>${trendPicture(trend)}`.html;
    yield markup`<p>${trend[0]!.day} to ${trend.at(-1)!.day}. Latest: ${dayText(trend.at(-1)!)}.</p>\n`.html;
  }
  const { rules, waivers, lowerings } = await Findings.read(readSystems('failed'));
  yield '<h2>Failed rules</h2>\n';
  yield rules.length === 0 ? '<p>None.</p>\n' : findingsTable(rules).html;
  yield '<h2>Exceptions</h2>\n';
  yield waivers.length === 0 ? '<p>No exception was in force.</p>\n' : waiversTable(waivers).html;
  if (lowerings.length > 0) yield markup`<h2>Lowered severities</h2>${loweringsTable(lowerings)}`.html;
  yield '<h2>Systems</h2>\n';
  let count = 0;
  for await (const system of readSystems('all')) {
    count += 1;
    yield systemSection(system).html;
  }
  if (count === 0) yield '<p>No system is assigned to the policy.</p>\n';
  yield markup`<h2>Guides and tailorings</h2>
<table><thead><tr><th>Minor version</th><th>Guide</th><th>SHA-256 of the guide</th><th>SHA-256 of the tailoring</th></tr></thead>
<tbody>${tailorings.map(tailoringRow)}</tbody></table>
`.html;
  yield '</body></html>\n';
}

const summarySection = ({ policy, at, madeAt, figures, group }: EvidenceHead): Markup => markup`<h1>${policy.title}</h1>
<p>${policy.description}</p>
<h2>Summary</h2>
<p class="summary">${summaryText(figures)}</p>
<table><thead><tr><th>Systems</th><th>Count</th><th>Of assigned systems</th></tr></thead>
<tbody>${summaryFigures(figures).map(
  ({ name, count, share }) => markup`<tr><td>${name}</td><td data-of="Count">${numberText(count)}</td>
<td data-of="Of assigned systems">${share}</td></tr>
`,
)}</tbody></table>
<p>${sharesText(policy.max_result_age_days)}</p>
<dl><dt>As of</dt><dd>${timeText(at)}</dd><dt>Created</dt><dd>${timeText(madeAt)}</dd>
${group !== undefined && markup`<dt>Systems</dt><dd>${groupText(group)}</dd>`}<dt>Profile</dt><dd>${policy.profile_title} <code>${policy.profile_ref_id}</code></dd>
<dt>Business objective</dt><dd>${policy.business_objective ?? '–'}</dd>
<dt>Threshold</dt><dd>${thresholdText(policy.compliance_threshold)}</dd></dl>
`;

const findingsTable = (findings: readonly Finding[]): Markup => markup`<table>
<thead><tr><th>Rule</th><th>Severity</th><th>Failed on</th><th>With an exception</th></tr></thead>
<tbody>${findings.map(
  ({ rule, count, waived, lowered }) => markup`<tr><td>${rule.title}<br><code>${rule.ref_id}</code></td>
<td data-of="Severity">${rule.severity}${lowered > 0 && `, lowered on ${counted(lowered, 'system')}`}</td><td data-of="Failed on">${counted(count, 'system')}</td>
<td data-of="With an exception">${numberText(waived)}</td></tr>
`,
)}</tbody></table>
`;

const waiversTable = (waivers: readonly UsedWaiver[]): Markup => markup`<table>
<thead><tr><th>Rule</th><th>Exception</th><th>Used on</th></tr></thead>
<tbody>${waivers.map(
  ({ rule, waiver, count }) => markup`<tr><td>${rule.title}<br><code>${rule.ref_id}</code></td>
<td data-of="Exception">${waiver.reason} (${waiverText(waiver)})</td><td data-of="Used on">${counted(count, 'system')}</td></tr>
`,
)}</tbody></table>
`;

const loweringsTable = (lowerings: readonly UsedWaiver[]): Markup => markup`<table>
<thead><tr><th>Rule</th><th>Severity</th><th>Reason</th><th>Used on</th></tr></thead>
<tbody>${lowerings.map(
  ({ rule, waiver, count }) => markup`<tr><td>${rule.title}<br><code>${rule.ref_id}</code></td>
<td data-of="Severity">${rule.severity}, lowered to ${waiver.severity}</td>
<td data-of="Reason">${waiver.reason} (${waiverText(waiver)})</td><td data-of="Used on">${counted(count, 'system')}</td></tr>
`,
)}</tbody></table>
`;

const tailoringRow = (tailoring: EvidenceTailoring): Markup => markup`<tr>
<td data-of="Minor version">${tailoring.os_minor_version}</td>
<td data-of="Guide">${tailoring.guide_title} ${tailoring.guide_version}</td>
<td data-of="SHA-256 of the guide"><code>${tailoring.guide_sha256 ?? 'not known'}</code></td>
<td data-of="SHA-256 of the tailoring"><code>${tailoring.sha256 ?? 'no tailoring'}</code></td></tr>
`;

function systemSection({ display_name, os_version, id, result }: EvidenceSystem): Markup {
  const heading = markup`<section><h3>${display_name}</h3><p>${os_version} <code>${id}</code><br>`;
  if (!result) return markup`${heading}Never reported.</p></section>\n`;
  const judged = result.passed_rule_count + result.failed_rule_count;
  return markup`${heading}<b>${verdictText(result.verdict)}</b>, score ${scoreText(result.verdict, result.score)};
${result.passed_rule_count} of ${judged} rules passed; scanned ${timeText(result.end_time)}${result.freshness === 'stale' && ', stale'}<br>
With exceptions: <b>${verdictText(result.verdict_with_exceptions)}</b>, score ${scoreText(result.verdict, result.score_with_exceptions)};
${result.waived_rule_count} of ${result.failed_rule_count} failed rules have an exception<br>
SHA-256 of the result: <code>${result.sha256 ?? 'not known'}</code></p>
${result.rules.length > 0 && rulesTable(result.rules)}</section>
`;
}

const rulesTable = (rules: readonly EvidenceRule[]): Markup => markup`<table>
<thead><tr><th>Rule</th><th>Severity</th><th>Result</th></tr></thead>
<tbody>${rules.map(ruleRow)}</tbody></table>`;

function ruleRow(rule: EvidenceRule): Markup {
  const { title, ref_id, result, failed, waiver, review, lowering } = rule;
  return markup`<tr><td>${title}<br>
<code>${ref_id}</code>${waiver && !review && markup`<br>Exception: ${waiver.reason} (${waiverText(waiver)})`}${
    review && markup`<br>Review: ${reviewText(review)} (${waiverText(review)})`
  }${lowering && markup`<br>Severity lowered: ${lowering.reason} (${waiverText(lowering)})`}</td>
<td data-of="Severity">${severityText(rule)}</td><td data-of="Result" class="${failed ? 'fail' : 'other'}">${result}</td></tr>
`;
}
