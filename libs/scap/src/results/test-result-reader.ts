import { tooComplex } from '../documents/document-error';
import { GUIDE_LIMITS } from '../documents/document-limits';
import { type ElementHandler, TextReader, getAttribute } from '../documents/element-handler';
import type { XmlElement } from '../documents/guarded-xml-reader';
import { boundedId, xccdfName } from '../documents/xccdf-elements';
import { parseIsoTime } from '@wardstone/clock';
import {
  RULE_OUTCOMES,
  type RuleOutcome,
  type ScanResult,
  hasFailed,
  isJudged,
  isUndecided,
  worseOutcome,
} from './scan-result';
import { type UnparsedScore, chooseScore } from './scan-score';

/** Scanners write a handful. */
const MAX_SCORES = 1_000;

/** Reads an x:TestResult. */
export class TestResultReader implements ElementHandler {
  /** NaN if missing or invalid. */
  readonly endTimeMs: number;
  readonly benchmarkVersion: string | undefined;
  /** The benchmark that the result claims to belong to. */
  benchmark: { readonly refId: string | undefined; readonly href: string | undefined } | undefined;
  private readonly startTimeMs: number | null;
  private profileRefId = '';
  private readonly scores: (Omit<UnparsedScore, 'text'> & { text: TextReader })[] = [];
  /** Combined outcome by rule; undefined if one of its results is invalid. */
  private readonly outcomes = new Map<string, RuleOutcome | undefined>();

  /** @param onClose called when the element is complete */
  constructor(
    readonly element: XmlElement,
    private readonly onClose: (read: TestResultReader) => void,
  ) {
    this.endTimeMs = parseIsoTime(getAttribute(element, 'end-time')?.trim() ?? '') ?? NaN;
    this.startTimeMs = parseIsoTime(getAttribute(element, 'start-time')?.trim() ?? '') ?? null;
    this.benchmarkVersion = getAttribute(element, 'version');
  }

  open(child: XmlElement): ElementHandler | undefined {
    switch (xccdfName(child)) {
      case 'benchmark':
        this.benchmark ??= {
          refId: boundedId(getAttribute(child, 'id') ?? '') || undefined,
          href: getAttribute(child, 'href'),
        };
        return undefined;
      case 'profile':
        this.profileRefId = boundedId(getAttribute(child, 'idref') ?? '');
        return undefined;
      case 'score':
        return this.openScore(child);
      case 'rule-result':
        return this.openRuleResult(boundedId(getAttribute(child, 'idref') ?? ''));
      default:
        return undefined;
    }
  }

  close(): void {
    this.onClose(this);
  }

  /** Whether its end time, outcomes and score are valid. */
  get isSound(): boolean {
    const areOutcomes = [...this.outcomes].every(([refId, outcome]) => refId !== '' && outcome !== undefined);
    return !Number.isNaN(this.endTimeMs) && areOutcomes && this.score() !== undefined;
  }

  /** Only valid if `isSound`. */
  toResult(): Omit<ScanResult, 'benchmarkRefId' | 'benchmarkVersion' | 'sha256'> {
    const results = [...this.outcomes] as [string, RuleOutcome][];
    const stored = results.filter(([, outcome]) => isJudged(outcome));
    const undecided = results.filter(([, outcome]) => isUndecided(outcome));
    const getCount = (wanted: RuleOutcome): number => results.filter(([, outcome]) => outcome === wanted).length;
    return {
      profileRefId: this.profileRefId,
      startTimeMs: this.startTimeMs,
      endTimeMs: this.endTimeMs,
      score: this.score() ?? null,
      failedRuleCount: stored.filter(([, outcome]) => hasFailed(outcome)).length,
      passedRuleCount: getCount('pass'),
      notApplicableRuleCount: getCount('notapplicable'),
      notCheckedRuleCount: getCount('notchecked'),
      informationalRuleCount: getCount('informational'),
      notSelectedRuleCount: getCount('notselected'),
      ruleRefIds: stored.map(([refId]) => refId),
      outcomes: stored.map(([, outcome]) => outcome),
      undecidedRuleRefIds: undecided.map(([refId]) => refId),
      undecidedOutcomes: undecided.map(([, outcome]) => outcome),
    };
  }

  private score(): number | null | undefined {
    return chooseScore(this.scores.map(({ text, ...score }) => ({ ...score, text: text.value })));
  }

  private openScore(element: XmlElement): ElementHandler {
    if (this.scores.length >= MAX_SCORES) throw tooComplex();
    const text = new TextReader();
    this.scores.push({ system: getAttribute(element, 'system'), maximum: getAttribute(element, 'maximum'), text });
    return text;
  }

  private openRuleResult(refId: string): ElementHandler {
    let text: TextReader | undefined;
    return {
      open: (child) => {
        if (text || xccdfName(child) !== 'result') return undefined;
        return (text = new TextReader());
      },
      close: () => this.add(refId, text?.value.trim()),
    };
  }

  private add(refId: string, text: string | undefined): void {
    const outcome = RULE_OUTCOMES.find((known) => known === text);
    if (!this.outcomes.has(refId)) {
      if (this.outcomes.size >= GUIDE_LIMITS.rules) throw tooComplex();
      this.outcomes.set(refId, outcome);
      return;
    }
    const known = this.outcomes.get(refId);
    this.outcomes.set(refId, known && outcome && worseOutcome(known, outcome));
  }
}
