import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  FormSelect,
  FormSelectOption,
  InputGroup,
  InputGroupItem,
  InputGroupText,
  Label,
  SearchInput,
  TextInput,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import { partTexts } from '../texts/parts';

export type Changes = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Applies changes to the parameters: undefined and empty values are removed, lists become repeated parameters. Pure.
 */
export function changeQuery(current: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    const values = typeof value === 'string' ? [value] : (value ?? []);
    for (const each of values) if (each !== '') next.append(name, each);
  }
  return next;
}

/**
 * Query string of the address, which holds filters, order and page so that a view can be shared. Changes apply to the
 * current address, which may be newer than the rendered one; they are ignored while the page is being left.
 */
export function useQueryString(): [query: URLSearchParams, change: (changes: Changes) => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shownAt = useRef(window.location.pathname);
  useEffect(() => {
    shownAt.current = window.location.pathname;
  }, [pathname]);
  const change = useCallback(
    (changes: Changes) => {
      if (window.location.pathname !== shownAt.current) return;
      const next = changeQuery(new URLSearchParams(window.location.search), changes);
      void navigate(`?${next.toString()}`, { replace: true });
    },
    [navigate],
  );
  return [query, change];
}

export interface Paging {
  /** Zero-based. */
  page: number;
  size: number;
  /** Name of the column, with a leading `-` for descending. */
  sort: string | undefined;
}

/** Page, size and order of a list, from the address. Pure. */
export function readPaging(query: URLSearchParams, size = 20): Paging {
  return {
    page: Math.max(0, toNumber(query.get('page'), 1) - 1),
    size: Math.max(1, toNumber(query.get('size'), size)),
    sort: query.get('sort') ?? undefined,
  };
}

function toNumber(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
}

export interface TextFilter {
  kind: 'text';
  /** Name of the query parameter. */
  name: string;
  label: string;
}

export interface ChoiceFilter {
  kind: 'choice';
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  /** Label of the empty choice. */
  usual?: string;
}

/** Filter with a condition in the operation's filter language, sent when it is complete. */
export interface ExpressionFilter {
  kind: 'expression';
  name: string;
  label: string;
  /** Example of a value. */
  example: string;
}

/** Filter that a link sets; it is shown while it is in the address, and can only be removed. */
export interface GivenFilter {
  kind: 'given';
  name: string;
  /** Name of the filtered list. */
  label: ReactNode;
}

/** A day, as `2026-05-26`. */
export interface DayFilter {
  kind: 'day';
  name: string;
  label: string;
  /** Label of the empty choice. */
  usual: string;
  /** Latest day that can be chosen. */
  max: string;
}

export type Filter = TextFilter | DayFilter | ChoiceFilter | ExpressionFilter | GivenFilter;

/** A filter with one value of several. @param usual the value in force while none is chosen */
export function choice(name: string, label: string, options: ChoiceFilter['options'], usual?: string): ChoiceFilter {
  return { kind: 'choice', name, label, options, ...(usual === undefined ? {} : { usual }) };
}

/** Delay after the last keystroke before a request, in ms. */
const TYPING_MS = 300;

/** Filters of a list, kept in the address; a change leads to the first page. */
export function FilterBar({ filters, children }: { filters: readonly Filter[]; children?: ReactNode }): ReactNode {
  const [query] = useQueryString();
  const shown = filters.filter(({ kind, name }) => kind !== 'given' || query.has(name));
  return (
    <Toolbar aria-label={partTexts.filters} inset={{ default: 'insetNone' }} className="filter-bar">
      <ToolbarContent>
        {shown.map((filter) => (
          <ToolbarItem key={filter.name}>
            <FilterField {...filter} />
          </ToolbarItem>
        ))}
        {children}
      </ToolbarContent>
    </Toolbar>
  );
}

function FilterField(filter: Filter): ReactNode {
  if (filter.kind === 'text') return <TextField {...filter} />;
  if (filter.kind === 'day') return <DayField {...filter} />;
  if (filter.kind === 'given') return <GivenField {...filter} />;
  return filter.kind === 'choice' ? <ChoiceField {...filter} /> : <ExpressionField {...filter} />;
}

function GivenField({ name, label }: GivenFilter): ReactNode {
  const [, change] = useQueryString();
  return (
    <Label
      variant="outline"
      className="given-filter"
      closeBtnAriaLabel={partTexts.removeFilter}
      onClose={() => change({ [name]: undefined, page: undefined })}
    >
      {label}
    </Label>
  );
}

/** Applied on Enter, because an incomplete condition is an error. */
function ExpressionField({ name, label, example }: ExpressionFilter): ReactNode {
  const [query, change] = useQueryString();
  const current = query.get(name) ?? '';
  const [text, setText] = useState(current);
  const [shown, setShown] = useState(current);
  if (current !== shown) {
    setShown(current);
    setText(current);
  }
  const apply = (value: string): void => change({ [name]: value, page: undefined });
  return (
    <SearchInput
      className="expression-field"
      aria-label={label}
      placeholder={`${label}: ${example}`}
      value={text}
      onChange={(_event, value) => setText(value)}
      onSearch={(_event, value) => apply(value)}
      onClear={() => apply('')}
      submitSearchButtonLabel={partTexts.apply}
      resetButtonLabel={partTexts.clearText(label)}
    />
  );
}

/**
 * Text of a filter, written to the address when typing pauses.
 * @param isWhole whether the list can be requested with a text
 */
function useTyped(name: string, isWhole: (text: string) => boolean): [text: string, type: (text: string) => void] {
  const [query, change] = useQueryString();
  const current = query.get(name) ?? '';
  const [text, setText] = useState(current);
  const applied = useRef(current);
  useEffect(() => {
    // The address also changes by navigation, which replaces the text.
    if (current !== applied.current) {
      applied.current = current;
      setText(current);
    }
  }, [current]);
  useEffect(() => {
    if (text === applied.current || !isWhole(text)) return undefined;
    const timer = setTimeout(() => {
      applied.current = text;
      change({ [name]: text, page: undefined });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, name, change, isWhole]);
  return [text, setText];
}

const anyText = (): boolean => true;

function TextField({ name, label }: TextFilter): ReactNode {
  const [text, setText] = useTyped(name, anyText);
  return (
    <SearchInput
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(_event, value) => setText(value)}
      onClear={() => setText('')}
      resetButtonLabel={partTexts.clearText(label)}
    />
  );
}

/** Whether a date is complete: its year is typed digit by digit. */
const isDay = (text: string): boolean => text === '' || /^20\d\d-/.test(text);

function DayField({ name, label, usual, max }: DayFilter): ReactNode {
  const [text, setText] = useTyped(name, isDay);
  return (
    <InputGroup>
      <InputGroupText isPlain>{label}</InputGroupText>
      <InputGroupItem>
        <TextInput
          type="date"
          aria-label={label}
          value={text === '' ? usual : text}
          max={max}
          onChange={(_event, value) => setText(value)}
        />
      </InputGroupItem>
    </InputGroup>
  );
}

function ChoiceField({ name, label, options, usual = partTexts.any }: ChoiceFilter): ReactNode {
  const [query, change] = useQueryString();
  return (
    <FormSelect
      aria-label={label}
      value={query.get(name) ?? ''}
      onChange={(_event, value) => change({ [name]: value, page: undefined })}
    >
      <FormSelectOption value="" label={`${label}: ${usual}`} />
      {options.map(([value, text]) => (
        <FormSelectOption key={value} value={value} label={text} />
      ))}
    </FormSelect>
  );
}
