import { DocumentError, tooComplex } from '../documents/document-error';
import { GUIDE_LIMITS, type GuideLimits } from '../documents/document-limits';
import type { ProfileContent } from './guide-content';
import type { ProfileReader } from './profile-reader';

/** A rule or group that profiles select. */
export interface Selectable {
  refId: string;
  /** Selection without a profile. */
  isSelected: boolean;
  /** The enclosing group. */
  parentRefId: string | null;
}

export interface SelectionModel {
  /** In document order, so that a group precedes its subgroups. */
  groups: readonly Selectable[];
  rules: readonly Selectable[];
  /** Text of a value for a selector ('' for the default); undefined if either is unknown. */
  textOf(valueRefId: string, selector: string): string | undefined;
  hasValue(valueRefId: string): boolean;
}

interface ProfileState {
  /** One byte for each group, then for each rule; 1 means selected. */
  selected: Uint8Array;
  overrides: Map<string, string>;
}

/**
 * Selections and overrides of a benchmark's profiles, `extends` included: those of the extended profile first, then its
 * own in document order; the last one counts. A rule is selected if it and all its groups are. See rule scap-1.
 */
export class ProfileResolver {
  private readonly positions = new Map<string, number>();
  private readonly states = new Map<string, ProfileState>();
  private ruleCount = 0;
  private overrideCount = 0;
  /** Number of overrides skipped because their value or selector does not exist. */
  warnings = 0;

  constructor(
    private readonly model: SelectionModel,
    private readonly limits: GuideLimits = GUIDE_LIMITS,
  ) {
    [...model.groups, ...model.rules].forEach(({ refId }, position) => this.positions.set(refId, position));
  }

  /** @throws DocumentError when `extends` names no profile or goes in a circle */
  resolve(profiles: readonly ProfileReader[]): ProfileContent[] {
    const byRefId = new Map(profiles.map((profile) => [profile.refId, profile]));
    return profiles.map((profile) => {
      const state = this.resolveState(profile, byRefId);
      const ruleRefIds = this.selectedRules(state.selected);
      this.ruleCount += ruleRefIds.length;
      if (this.ruleCount > this.limits.profileRules) throw tooComplex();
      return {
        refId: profile.refId,
        title: profile.title,
        description: profile.description,
        ruleRefIds,
        valueOverrides: state.overrides,
      };
    });
  }

  /** Walks up to the first profile that is resolved or extends none, then applies the choices downwards. */
  private resolveState(profile: ProfileReader, byRefId: ReadonlyMap<string, ProfileReader>): ProfileState {
    const chain: ProfileReader[] = [];
    let next: ProfileReader | undefined = profile;
    while (next && !this.states.has(next.refId)) {
      if (chain.length >= byRefId.size) throw new DocumentError('invalid', `profile ${profile.refId} extends itself`);
      chain.push(next);
      next = extendedProfile(next, byRefId);
    }
    let state = next ? this.states.get(next.refId) : undefined;
    for (const step of chain.reverse()) {
      state = this.applyChoices(step, state ?? this.initialState());
      this.states.set(step.refId, state);
    }
    return state ?? this.initialState();
  }

  private initialState(): ProfileState {
    const selectables = [...this.model.groups, ...this.model.rules];
    return { selected: Uint8Array.from(selectables, ({ isSelected }) => Number(isSelected)), overrides: new Map() };
  }

  private applyChoices(profile: ProfileReader, inherited: ProfileState): ProfileState {
    const selected = Uint8Array.from(inherited.selected);
    const overrides = new Map(inherited.overrides);
    for (const choice of profile.choices) {
      if (choice.kind === 'select') {
        const position = this.positions.get(choice.idref);
        if (position !== undefined) selected[position] = Number(choice.isSelected);
        continue;
      }
      const text =
        choice.kind === 'refine-value' ? this.model.textOf(choice.idref, choice.selector) : choice.text.value;
      if (text === undefined || !this.model.hasValue(choice.idref)) this.warnings++;
      else overrides.set(choice.idref, text);
    }
    this.overrideCount += overrides.size;
    if (this.overrideCount > this.limits.valueOverrides) throw tooComplex();
    return { selected, overrides };
  }

  private selectedRules(selected: Uint8Array): string[] {
    const { groups, rules } = this.model;
    const openGroups = new Set<string>();
    const isOpen = (parent: string | null): boolean => parent === null || openGroups.has(parent);
    groups.forEach(({ refId, parentRefId }, position) => {
      if (selected[position] === 1 && isOpen(parentRefId)) openGroups.add(refId);
    });
    return rules
      .filter(({ parentRefId }, index) => selected[groups.length + index] === 1 && isOpen(parentRefId))
      .map(({ refId }) => refId);
  }
}

function extendedProfile(
  profile: ProfileReader,
  byRefId: ReadonlyMap<string, ProfileReader>,
): ProfileReader | undefined {
  if (profile.extendedRefId === undefined) return undefined;
  const extended = byRefId.get(profile.extendedRefId);
  if (!extended) throw new DocumentError('invalid', `profile ${profile.refId} extends an unknown profile`);
  return extended;
}
