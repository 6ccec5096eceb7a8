import { DocumentError, tooComplex } from '../documents/document-error';
import { GUIDE_LIMITS, type GuideLimits } from '../documents/document-limits';
import { getAttribute, type ElementHandler, TextReader } from '../documents/element-handler';
import { describedBy, FirstTexts } from './first-texts';
import { foldText } from './folded-text';
import type { XmlElement } from '../documents/guarded-xml-reader';
import type { GuideContent, RuleGroupContent } from './guide-content';
import { ProfileReader } from './profile-reader';
import { ProfileResolver, type Selectable } from './profile-resolver';
import { type KnownChecks, RuleReader } from './rule-reader';
import { ValueReader } from './value-reader';
import {
  booleanAttribute,
  boundedId,
  isBenchmarkId,
  requiredId,
  xccdfName,
  xccdfVersion,
} from '../documents/xccdf-elements';

/** Reads an x:Benchmark. Collects while reading; toContent() validates the whole. See rule scap-1. */
export class BenchmarkReader implements ElementHandler {
  private readonly refId: string;
  private readonly isOld: boolean;
  private readonly texts = new FirstTexts(['version', 'title']);
  private readonly description = new TextReader();
  private readonly values = new Map<string, ValueReader>();
  private readonly groups = new Map<string, GroupReader>();
  private readonly rules = new Map<string, RuleReader>();
  private readonly profiles = new Map<string, ProfileReader>();

  constructor(
    element: XmlElement,
    private readonly limits: GuideLimits = GUIDE_LIMITS,
  ) {
    this.refId = boundedId(getAttribute(element, 'id') ?? '');
    this.isOld = xccdfVersion(element) === '1.1';
    if (isBenchmarkId(element, this.refId)) return;
    throw new DocumentError('invalid', this.isOld ? 'benchmark without id' : 'benchmark id must contain _benchmark_');
  }

  open(child: XmlElement): ElementHandler | undefined {
    switch (xccdfName(child)) {
      case 'description':
        return this.description;
      case 'Profile':
        return add(this.profiles, requiredId(child), this.limits.profiles, () => new ProfileReader(child));
      default:
        return this.texts.open(child) ?? this.openItem(child, null);
    }
  }

  /** Handles Value, Group and Rule; skips everything else. */
  openItem(child: XmlElement, groupRefId: string | null): ElementHandler | undefined {
    switch (xccdfName(child)) {
      case 'Value':
        return add(this.values, requiredId(child), this.limits.valueDefinitions, () => new ValueReader(child));
      case 'Group':
        return add(
          this.groups,
          requiredId(child),
          this.limits.ruleGroups,
          () => new GroupReader(child, groupRefId, this),
        );
      case 'Rule':
        return add(this.rules, requiredId(child), this.limits.rules, () => new RuleReader(child, groupRefId));
      default:
        return undefined;
    }
  }

  toContent(checks?: KnownChecks): GuideContent {
    const version = this.texts.getValue('version') ?? '';
    if (version === '') throw new DocumentError('invalid', 'benchmark without version');
    // Manual STIGs have a profile; without one, no policy could refer to the guide.
    if (this.isOld && this.profiles.size === 0)
      throw new DocumentError('invalid', 'Benchmark of XCCDF 1.1 without Profile');
    const resolver = new ProfileResolver({
      groups: [...this.groups.values()],
      rules: [...this.rules.values()],
      textOf: (refId, selector) => this.values.get(refId)?.getText(selector),
      hasValue: (refId) => this.values.has(refId),
    });
    return {
      refId: this.refId,
      version: boundedId(version),
      title: this.texts.getValue('title') ?? '',
      description: foldText(this.description.value),
      valueDefinitions: Array.from(this.values.values(), (value) => value.toContent()),
      ruleGroups: Array.from(this.groups.values(), (group) => group.toContent()),
      rules: Array.from(this.rules.values(), (rule) =>
        rule.toContent((refId) => this.values.has(refId), this.groups.get(rule.parentRefId ?? '')?.title ?? '', checks),
      ),
      profiles: resolver.resolve([...this.profiles.values()]),
      warnings: resolver.warnings,
    };
  }
}

/** Reads an x:Group; its contents are collected by the benchmark. */
class GroupReader implements ElementHandler, Selectable {
  readonly refId: string;
  readonly isSelected: boolean;
  private readonly texts = new FirstTexts(['title', 'description', 'rationale']);

  constructor(
    element: XmlElement,
    readonly parentRefId: string | null,
    private readonly benchmark: BenchmarkReader,
  ) {
    this.refId = requiredId(element);
    this.isSelected = booleanAttribute(element, 'selected', true);
  }

  open(child: XmlElement): ElementHandler | undefined {
    return this.texts.open(child) ?? this.benchmark.openItem(child, this.refId);
  }

  get title(): string {
    return this.texts.getValue('title') ?? '';
  }

  toContent(): RuleGroupContent {
    return {
      refId: this.refId,
      ...describedBy(this.texts),
      parentRefId: this.parentRefId,
    };
  }
}

function add<T>(items: Map<string, T>, refId: string, limit: number, make: () => T): T {
  if (items.has(refId)) throw new DocumentError('invalid', `duplicate id ${refId}`);
  if (items.size >= limit) throw tooComplex();
  const item = make();
  items.set(refId, item);
  return item;
}
