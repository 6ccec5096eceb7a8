import type { EvidenceHead, EvidenceResult, EvidenceRule, EvidenceSystem, EvidenceWaiver } from './evidence';
import { counted } from '@wardstone/units';
import { type Cell, Paper } from './paper';
import {
  EXCEPTED_LINE,
  figureTexts,
  scoreText,
  shareText,
  thresholdText,
  timeText,
  trendLines,
  verdictText,
  waiverText,
} from './texts';

const TREND_HEIGHT = 110;
/** Of each failing rule; the table of systems and the other formats have all. */
const MOST_NAMES = 100;
const SYSTEM_COLUMNS = [
  { name: 'System', share: 0.28 },
  { name: 'Verdict', share: 0.15 },
  { name: 'With exceptions', share: 0.15 },
  { name: 'Score', share: 0.14 },
  { name: 'Rules', share: 0.12 },
  { name: 'Scanned', share: 0.16 },
];

interface FailingRule {
  readonly rule: EvidenceRule;
  count: number;
  waived: number;
  /** The first. */
  readonly names: string[];
}

interface UsedWaiver {
  readonly waiver: EvidenceWaiver;
  readonly rule: EvidenceRule;
  count: number;
}

/** Pages to print: figures, trend, documents, systems, the rules that fail with their systems, exceptions. */
export async function* writePdf(head: EvidenceHead, systems: AsyncIterable<EvidenceSystem>): AsyncIterable<Uint8Array> {
  const paper = await Paper.begin(`${head.policy.title}: evidence`, `as of ${timeText(head.at)}`, head.madeAt);
  drawCover(paper, head);
  const failing = new Map<string, FailingRule>();
  const waivers = new Map<string, UsedWaiver>();
  paper.heading('Systems');
  const drawRow = paper.table(SYSTEM_COLUMNS);
  for await (const system of systems) {
    drawRow(...rowOf(system));
    for (const rule of system.result?.rules ?? []) note(rule, system.display_name, failing, waivers);
    yield paper.take();
  }
  if (head.figures.assigned === 0) paper.paragraph('No system is assigned to the policy.');
  paper.heading('Failed rules');
  if (failing.size === 0) paper.paragraph('None.');
  for (const rule of inOrder(failing)) {
    drawFailing(paper, rule);
    yield paper.take();
  }
  paper.heading('Exceptions');
  if (waivers.size === 0) paper.paragraph('No exception was in force.');
  for (const waiver of waivers.values()) {
    drawWaiver(paper, waiver);
    yield paper.take();
  }
  paper.paragraph('');
  paper.paragraph(
    'Characters that the fonts of this file lack are written as <U+…>. The other formats contain them.',
    'faint',
  );
  yield paper.end();
}

function drawCover(paper: Paper, { policy, at, madeAt, tailorings, trend, figures }: EvidenceHead): void {
  paper.title(policy.title);
  paper.paragraph(`As of ${timeText(at)}, created ${timeText(madeAt)}`, 'faint');
  if (policy.description !== null) paper.paragraph(policy.description);
  if (policy.business_objective !== null) paper.paragraph(`Business objective: ${policy.business_objective}`);
  paper.paragraph(thresholdText(policy.compliance_threshold));
  paper.heading('Summary');
  const drawRow = paper.table([
    { name: 'Systems', share: 0.5 },
    { name: 'Count', share: 0.5 },
  ]);
  for (const [name, count] of figureTexts(figures)) drawRow([{ text: name }, { text: String(count), font: 'bold' }]);
  if (trend.length > 1) {
    const last = trend.at(-1)!;
    paper.heading('Compliant systems by day');
    const { plain, excepted } = trendLines(trend, paper.width, TREND_HEIGHT);
    paper.chart([{ places: plain }, ...excepted.map((places) => ({ places, isDashed: true }))], TREND_HEIGHT, [
      trend[0]!.day,
      last.day,
    ]);
    if (excepted.length > 0) paper.paragraph(EXCEPTED_LINE, 'faint');
    paper.paragraph(`Latest: ${shareText(last)}.`);
  }
  paper.heading('Guides and tailorings');
  for (const tailoring of tailorings) {
    const { os_minor_version, guide_title, guide_version, guide_sha256, sha256 } = tailoring;
    paper.subheading(`Minor version ${os_minor_version}: ${guide_title} ${guide_version}`);
    paper.code(`SHA-256 of the guide     ${guide_sha256 ?? 'not known'}`);
    paper.code(`SHA-256 of the tailoring ${sha256 ?? 'no tailoring'}`);
  }
  paper.paragraph(`Profile: ${policy.profile_title} (${policy.profile_ref_id})`);
}

function rowOf({ display_name, os_version, id, result }: EvidenceSystem): [Cell[], string] {
  const name = { text: `${display_name} (${os_version})` };
  if (!result) return [[name, { text: 'Not reported' }], id];
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

const verdictCell = (verdict: string): Cell => ({
  text: verdictText(verdict),
  font: 'bold',
  colour: verdict === 'not_compliant' ? 'fail' : 'text',
});

function scoresText({ verdict, score, score_with_exceptions: excepted }: EvidenceResult): string {
  const plain = scoreText(verdict, score);
  return score === excepted ? plain : `${plain}, ${scoreText(verdict, excepted)} with exceptions`;
}

function note(
  rule: EvidenceRule,
  system: string,
  failing: Map<string, FailingRule>,
  waivers: Map<string, UsedWaiver>,
): void {
  if (!rule.failed) return;
  const known = failing.get(rule.ref_id) ?? { rule, count: 0, waived: 0, names: [] };
  failing.set(rule.ref_id, known);
  known.count += 1;
  if (known.names.length < MOST_NAMES) known.names.push(rule.waiver ? `${system} (exception)` : system);
  const { waiver } = rule;
  if (!waiver) return;
  known.waived += 1;
  const used = waivers.get(waiver.id) ?? { waiver, rule, count: 0 };
  waivers.set(waiver.id, used);
  used.count += 1;
}

/** The severest first, of these the most frequent. */
function inOrder(failing: ReadonlyMap<string, FailingRule>): FailingRule[] {
  const rank = ({ rule }: FailingRule): number => ['high', 'medium', 'low', rule.severity].indexOf(rule.severity);
  return [...failing.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

function drawFailing(paper: Paper, { rule, count, waived, names }: FailingRule): void {
  paper.subheading(rule.title);
  paper.code(rule.ref_id);
  const systems = counted(count, 'system');
  paper.paragraph(`Severity ${rule.severity}; fails on ${systems}, ${waived} of them with an exception`, 'faint');
  const more = count - names.length;
  paper.paragraph(names.join(', ') + (more > 0 ? ` and ${more} more` : ''));
}

function drawWaiver(paper: Paper, { waiver, rule, count }: UsedWaiver): void {
  paper.subheading(rule.title);
  paper.code(rule.ref_id);
  paper.paragraph(waiver.reason);
  paper.paragraph(`${waiverText(waiver)}; on ${counted(count, 'system')}`, 'faint');
}
