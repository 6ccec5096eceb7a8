import { type Markup, markup } from '@wardstone/markup';
import type { EvidenceHead, EvidenceRule, EvidenceSystem, EvidenceTailoring } from './evidence';
import { percentText, shareOf, timeText, trendLine, verdictText } from './texts';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#151515}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}th,td{text-align:left;padding:.25rem .75rem .25rem 0;
border-bottom:1px solid #d2d2d2;vertical-align:top;overflow-wrap:anywhere}h2{margin-top:2.5rem}section{break-inside:auto}
code{font-size:85%;overflow-wrap:anywhere}svg{max-width:100%;height:auto}h3{break-after:avoid}.fail{color:#a60000}`;

/** A page that needs nothing else: what was scanned by what, the trend, and each system with its rules. */
export async function* writeHtml(head: EvidenceHead, systems: AsyncIterable<EvidenceSystem>): AsyncIterable<string> {
  const { policy, at, madeAt, tailorings, trend } = head;
  yield '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n';
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n';
  yield markup`<title>${policy.title}: evidence</title>`.html + `<style>${STYLE}</style></head><body>\n`;
  yield markup`<h1>${policy.title}</h1>
<p>${policy.description}</p>
<dl><dt>State at</dt><dd>${timeText(at)}</dd><dt>Made at</dt><dd>${timeText(madeAt)}</dd>
<dt>Profile</dt><dd>${policy.profile_title} <code>${policy.profile_ref_id}</code></dd>
<dt>Business objective</dt><dd>${policy.business_objective ?? '–'}</dd>
<dt>Threshold</dt><dd>A system complies when its score is at least ${percentText(policy.compliance_threshold)}.
The score weighs each rule as the guide says; it is not the share of rules that passed.</dd></dl>
<h2>Documents</h2>
<table><tr><th>Minor version</th><th>Guide</th><th>SHA-256 of the guide</th><th>SHA-256 of the tailoring</th></tr>
${tailorings.map(tailoringRow)}</table>
`.html;
  if (trend.length > 1) {
    yield markup`<h2>Systems that comply, by day</h2>${trendLine(trend)}`.html;
    yield markup`<p>${trend[0]!.day} to ${trend.at(-1)!.day}, at last ${shareOf(trend.at(-1)!)}.</p>\n`.html;
  }
  yield '<h2>Systems</h2>\n';
  let count = 0;
  for await (const system of systems) {
    count += 1;
    yield systemSection(system).html;
  }
  if (count === 0) yield '<p>No system is assigned to the policy.</p>\n';
  yield '</body></html>\n';
}

const tailoringRow = (tailoring: EvidenceTailoring): Markup => markup`<tr><td>${tailoring.os_minor_version}</td>
<td>${tailoring.guide_title} ${tailoring.guide_version}</td><td><code>${tailoring.guide_sha256 ?? 'not known'}</code></td>
<td><code>${tailoring.sha256 ?? 'as the profile'}</code></td></tr>
`;

function systemSection({ display_name, os_version, id, result }: EvidenceSystem): Markup {
  const heading = markup`<section><h3>${display_name}</h3><p>${os_version} <code>${id}</code><br>`;
  if (!result) return markup`${heading}It had not reported.</p></section>\n`;
  const judged = result.passed_rule_count + result.failed_rule_count;
  return markup`${heading}<b>${verdictText(result.verdict)}</b>, score ${percentText(result.score)};
${result.passed_rule_count} of ${judged} rules passed; scanned ${timeText(result.end_time)}<br>
SHA-256 of the result: <code>${result.sha256 ?? 'not known'}</code></p>
<table><tr><th>Rule</th><th>Severity</th><th>Result</th></tr>
${result.rules.map(ruleRow)}</table></section>
`;
}

const ruleRow = ({ title, ref_id, severity, result, failed }: EvidenceRule): Markup => markup`<tr><td>${title}<br>
<code>${ref_id}</code></td><td>${severity}</td><td class="${failed ? 'fail' : 'other'}">${result}</td></tr>
`;
