import { TextInputGroup, TextInputGroupMain } from '@patternfly/react-core';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useRested } from '../parts/rested';
import { shellTexts } from '../texts/shell';
import { useInstalled, useMayAll } from '../api/caller';
import { SearchIcon } from './icons';
import { type Hit, SEARCH_SOURCES, type SearchSource } from './search-sources';
import { moveSelection } from './search-moves';
import './search.css';

const texts = shellTexts.search;
/** Minimum search length, because a single letter matches nearly everything. */
const MIN_LENGTH = 2;
const FRESH_MS = 30_000;

interface Found {
  source: SearchSource;
  hits: readonly Hit[];
}

/** Global search: `/` focuses it, arrow keys select a result, Enter opens it. */
export function Search(): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const list = useId();
  const navigate = useNavigate();
  const { found, isBusy, failed } = useFound(text.trim());
  const hits = found.flatMap((each) => each.hits);
  const isShown = isOpen && text.trim().length >= MIN_LENGTH;
  useSlashKey(input);
  const close = (): void => {
    setOpen(false);
    setActive(undefined);
  };
  const leave = (): void => {
    setText('');
    close();
    input.current?.blur();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      if (isShown) close();
      else leave();
      return;
    }
    const next = moveSelection(event.key, active, hits.length);
    if (next !== undefined) {
      event.preventDefault();
      setOpen(true);
      setActive(next);
    } else if (event.key === 'Enter' && isShown) {
      const hit = hits[active ?? 0];
      if (!hit) return;
      leave();
      void navigate(hit.to);
    }
  };
  return (
    <div
      ref={box}
      role="search"
      className="global-search"
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) close();
      }}
    >
      <TextInputGroup>
        <TextInputGroupMain
          ref={input}
          icon={<SearchIcon />}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          type="search"
          value={text}
          role="combobox"
          isExpanded={isShown}
          aria-controls={list}
          {...(isShown && active !== undefined ? { 'aria-activedescendant': `${list}-${active}` } : {})}
          inputProps={{ autoComplete: 'off', 'aria-autocomplete': 'list', 'aria-keyshortcuts': '/' }}
          onFocus={() => setOpen(true)}
          onKeyDown={press}
          onChange={(_event, next) => {
            setText(next);
            setOpen(true);
            setActive(undefined);
          }}
        />
      </TextInputGroup>
      <div id={list} role="listbox" aria-label={texts.results} className="search-results" hidden={!isShown}>
        {isShown &&
          found.map(({ source: { name, title }, hits: own }) => (
            <div key={name} role="group" aria-labelledby={`${list}-${name}`}>
              <div id={`${list}-${name}`} role="presentation" className="search-kind">
                {title}
              </div>
              {own.map((hit) => {
                const { to, label, detail } = hit;
                const at = hits.indexOf(hit);
                return (
                  <Link
                    key={to}
                    id={`${list}-${at}`}
                    role="option"
                    aria-selected={at === active}
                    tabIndex={-1}
                    to={to}
                    onClick={leave}
                  >
                    {label} {detail !== undefined && <small>{detail}</small>}
                  </Link>
                );
              })}
            </div>
          ))}
      </div>
      {isShown && (isBusy || failed.length > 0 || hits.length === 0) && (
        <div role="status" className={hits.length > 0 ? 'search-note below' : 'search-note'}>
          {failed.length > 0 ? texts.failed(failed.join(', ')) : isBusy ? texts.busy : texts.nothing}
        </div>
      )}
    </div>
  );
}

/** Requests after typing pauses; earlier requests are cancelled. */
function useFound(text: string): { found: readonly Found[]; isBusy: boolean; failed: readonly string[] } {
  const rested = useRested(text);
  const may = useMayAll();
  const isInstalled = useInstalled();
  const sources = SEARCH_SOURCES.filter(
    ({ service, permission }) => isInstalled(service) && (permission === undefined || may(permission)),
  );
  const results = useQueries({
    queries: sources.map(({ name, find }) => ({
      queryKey: ['search', name, rested],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(rested, signal),
      enabled: rested.length >= MIN_LENGTH,
      staleTime: FRESH_MS,
      retry: false,
      placeholderData: keepPreviousData,
    })),
  });
  return {
    found: sources
      .map((source, at) => ({ source, hits: results[at]?.data ?? [] }))
      .filter(({ hits }) => hits.length > 0),
    isBusy: rested !== text || results.some(({ isFetching }) => isFetching),
    failed: sources.filter((_source, at) => results[at]?.isError).map(({ title }) => title),
  };
}

/** Focuses the search on `/`, unless the focus is in a field. */
function useSlashKey(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      const isShortcut = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isShortcut || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [input]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
