import { counted, numberText } from '@wardstone/units';
import type { EvidenceHead, EvidenceResult, EvidenceSystem, ReadSystems } from './evidence';
import { type Finding, Findings, type UsedWaiver } from './findings';
import { type Cell, Paper } from './paper';
import {
  dayText,
  groupText,
  summaryFigures,
  scoreText,
  sharesText,
  summaryText,
  thresholdText,
  timeText,
  trendKey,
  trendLines,
  verdictText,
  waiverText,
} from './texts';

const TREND_HEIGHT = 110;
const SYSTEM_COLUMNS = [
  { name: 'System', share: 0.28 },
  { name: 'Verdict', share: 0.15 },
  { name: 'With exceptions', share: 0.15 },
  { name: 'Score', share: 0.14 },
  { name: 'Rules', share: 0.12 },
  { name: 'Scanned', share: 0.16 },
];

/** A printable report: summary, trend, failed rules with their systems, exceptions, systems, documents. */
export async function* writePdf(head: EvidenceHead, readSystems: ReadSystems): AsyncIterable<Uint8Array> {
  const paper = await Paper.begin(`${head.policy.title}: evidence`, `as of ${timeText(head.at)}`, head.madeAt);
  drawCover(paper, head);
  yield paper.take();
  const { rules, waivers, lowerings } = await Findings.read(readSystems('failed'));
  paper.heading('Failed rules');
  if (rules.length === 0) paper.paragraph('None.');
  for (const finding of rules) {
    drawFinding(paper, finding);
    yield paper.take();
  }
  paper.heading('Exceptions');
  if (waivers.length === 0) paper.paragraph('No exception was in force.');
  for (const waiver of waivers) {
    drawWaiver(paper, waiver);
    yield paper.take();
  }
  if (lowerings.length > 0) paper.heading('Lowered severities');
  for (const lowering of lowerings) {
    drawWaiver(paper, lowering, `${lowering.rule.severity}, lowered to ${lowering.waiver.severity}: `);
    yield paper.take();
  }
  paper.heading('Systems');
  const drawRow = paper.table(SYSTEM_COLUMNS);
  for await (const system of readSystems('none')) {
    drawRow(...toRow(system));
    yield paper.take();
  }
  if (head.figures.assigned === 0) paper.paragraph('No system is assigned to the policy.');
  drawDocuments(paper, head);
  paper.paragraph('');
  paper.paragraph(
    'Characters that the fonts of this file lack are written as <U+…>. The other formats contain them.',
    'faint',
  );
  yield paper.end();
}

function drawCover(paper: Paper, { policy, at, madeAt, trend, figures, group }: EvidenceHead): void {
  paper.title(policy.title);
  paper.paragraph(`As of ${timeText(at)}, created ${timeText(madeAt)}`, 'faint');
  if (group !== undefined) paper.paragraph(`Systems: ${groupText(group)}`);
  paper.heading('Summary');
  paper.subheading(summaryText(figures));
  const drawRow = paper.table([
    { name: 'Systems', share: 0.5 },
    { name: 'Count', share: 0.2 },
    { name: 'Of assigned systems', share: 0.3 },
  ]);
  for (const { name, count, share } of summaryFigures(figures)) {
    drawRow([{ text: name }, { text: numberText(count), font: 'bold' }, { text: share }]);
  }
  paper.space();
  paper.paragraph(sharesText(policy.max_result_age_days), 'faint');
  paper.paragraph(thresholdText(policy.compliance_threshold), 'faint');
  if (policy.description !== null) paper.paragraph(policy.description);
  if (policy.business_objective !== null) paper.paragraph(`Business objective: ${policy.business_objective}`);
  if (trend.length < 2) return;
  const last = trend.at(-1)!;
  paper.heading('Compliant systems by day');
  const { most, reported, plain, excepted } = trendLines(trend, paper.width, TREND_HEIGHT);
  paper.chart(
    [
      { places: reported, colour: 'line' },
      { places: plain, colour: 'compliant' },
      ...excepted.map((places) => ({ places, colour: 'compliant', isDashed: true }) as const),
    ],
    { height: TREND_HEIGHT, top: counted(most, 'system'), days: [trend[0]!.day, last.day] },
  );
  paper.paragraph(trendKey(excepted.length > 0), 'faint');
  paper.paragraph(`Latest: ${dayText(last)}.`);
}

function drawDocuments(paper: Paper, { policy, tailorings }: EvidenceHead): void {
  paper.heading('Guides and tailorings');
  for (const tailoring of tailorings) {
    const { os_minor_version, guide_title, guide_version, guide_sha256, sha256 } = tailoring;
    paper.subheading(`Minor version ${os_minor_version}: ${guide_title} ${guide_version}`);
    paper.code(`SHA-256 of the guide     ${guide_sha256 ?? 'not known'}`);
    paper.code(`SHA-256 of the tailoring ${sha256 ?? 'no tailoring'}`);
  }
  paper.paragraph(`Profile: ${policy.profile_title} (${policy.profile_ref_id})`);
}

function toRow({ display_name, os_version, id, result }: EvidenceSystem): [Cell[], string] {
  const name = { text: `${display_name} (${os_version})` };
  if (!result) return [[name, { text: 'Never reported' }], id];
  const judged = result.passed_rule_count + result.failed_rule_count;
  const cells: Cell[] = [
    name,
    verdictCell(result.verdict),
    verdictCell(result.verdict_with_exceptions),
    { text: scoresText(result) },
    { text: `${result.passed_rule_count} of ${judged}` },
    { text: `${timeText(result.end_time)}${result.freshness === 'stale' ? ', stale' : ''}` },
  ];
  return [cells, `${id}  SHA-256 of the result ${result.sha256 ?? 'not known'}`];
}

const VERDICT_COLOURS: Readonly<Record<string, 'compliant' | 'fail'>> = {
  compliant: 'compliant',
  not_compliant: 'fail',
};

const verdictCell = (verdict: string): Cell => ({
  text: verdictText(verdict),
  font: 'bold',
  colour: VERDICT_COLOURS[verdict] ?? 'text',
});

function scoresText({ verdict, score, score_with_exceptions: excepted }: EvidenceResult): string {
  const plain = scoreText(verdict, score);
  return score === excepted ? plain : `${plain}, ${scoreText(verdict, excepted)} with exceptions`;
}

function drawFinding(paper: Paper, { rule, count, waived, lowered, names }: Finding): void {
  paper.subheading(rule.title);
  paper.code(rule.ref_id);
  const systems = counted(count, 'system');
  const severity = lowered > 0 ? `${rule.severity}, lowered on ${counted(lowered, 'system')}` : rule.severity;
  paper.paragraph(`Severity ${severity}; fails on ${systems}, ${waived} of them with an exception`, 'faint');
  const more = count - names.length;
  paper.paragraph(names.join(', ') + (more > 0 ? ` and ${more} more` : ''));
}

function drawWaiver(paper: Paper, { waiver, rule, count }: UsedWaiver, start = ''): void {
  paper.subheading(rule.title);
  paper.code(rule.ref_id);
  paper.paragraph(start + waiver.reason);
  paper.paragraph(`${waiverText(waiver)}; on ${counted(count, 'system')}`, 'faint');
}
