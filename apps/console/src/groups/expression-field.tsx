import { Button, FormGroup, FormHelperText, HelperText, HelperTextItem, TextArea } from '@patternfly/react-core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useGet } from '../api/client';
import { groupTexts } from '../texts/groups';
import { findCompletions, type Completion, completeLine, type ValueSource } from './domain/completion';
import { parseExpression, splitLines } from './domain/expression';

const texts = groupTexts.definitions;
const MAX_WORDS = 12;

interface ExpressionProps {
  text: string;
  change: (text: string) => void;
}

/** Editor of an expression with completion; a click on an error moves to its position. */
export function Expression({ text, change }: ExpressionProps): ReactNode {
  const place = useRef<HTMLTextAreaElement>(null);
  const [selected, setSelected] = useState(text.length);
  const caret = Math.min(selected, text.length);
  const moved = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    place.current?.focus();
    place.current?.setSelectionRange(moved.current, moved.current);
    moved.current = undefined;
  }, [text]);
  const expression = parseExpression(text);
  const problem = 'problem' in expression ? expression : undefined;
  const show = (at: number): void => {
    place.current?.focus();
    place.current?.setSelectionRange(at, Math.max(at, text.slice(at).search(/\s|$/) + at));
  };
  const insert = (word: string, typed: string): void => {
    const start = caret - typed.length;
    moved.current = start + word.length;
    setSelected(start + word.length);
    change(text.slice(0, start) + word + text.slice(caret));
  };
  return (
    <FormGroup label={texts.expression} fieldId="definition-expression" isRequired className="group-expression">
      <TextArea
        id="definition-expression"
        ref={place}
        rows={6}
        spellCheck={false}
        isRequired
        aria-describedby="expression-judged"
        validated={problem ? 'error' : 'default'}
        value={text}
        onChange={({ currentTarget }, value) => {
          setSelected(currentTarget.selectionEnd);
          change(value);
        }}
        onSelect={({ currentTarget }) => setSelected(currentTarget.selectionEnd)}
      />
      <FormHelperText>
        <HelperText id="expression-judged" isLiveRegion>
          {problem ? (
            <HelperTextItem variant="error">{problem.problem}</HelperTextItem>
          ) : (
            <HelperTextItem variant={text.trim() === '' ? 'default' : 'success'}>
              {text.trim() === '' || !('statements' in expression) ? texts.hint : texts.valid(expression.statements)}
            </HelperTextItem>
          )}
        </HelperText>
      </FormHelperText>
      {problem && (
        <Button variant="link" size="sm" onClick={() => show(problem.at)}>
          {texts.show}
        </Button>
      )}
      <Words completion={completeLine(splitLines(text.slice(0, caret)).at(-1) ?? '')} insert={insert} />
    </FormGroup>
  );
}

interface WordsProps {
  completion: Completion;
  insert: (word: string, typed: string) => void;
}

/** Completions at the caret. */
function Words({ completion: { typed, words, source }, insert }: WordsProps): ReactNode {
  const names = useNames(source, typed);
  const offered = [...words, ...findCompletions(typed, names)].slice(0, MAX_WORDS);
  if (offered.length === 0) return null;
  return (
    <div role="group" aria-label={texts.words} className="words">
      {offered.map((word) => (
        <Button key={word} variant="tertiary" size="sm" onClick={() => insert(word, typed)}>
          {word.trim()}
        </Button>
      ))}
    </div>
  );
}

const KEPT = { staleTime: 60_000 } as const;

/** Distinct names of types, plugins or groups. */
function useNames(source: ValueSource | undefined, typed: string): readonly string[] {
  const isOfTypes = source === 'types' || source === 'plugins';
  const types = useGet('/rest/resource/type', isOfTypes && { query: { ps: 1000 } }, KEPT);
  const groups = useGet('/rest/group', source === 'groups' && { query: { q: typed, ps: MAX_WORDS } }, KEPT);
  const found = isOfTypes ? types.data : groups.data;
  const names =
    found?.map((each) => (source === 'plugins' && 'pluginName' in each ? each.pluginName : each.name)) ?? [];
  return [...new Set(names)].sort();
}
