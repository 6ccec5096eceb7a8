/** A word of an action, as Go's `text/template` reads it. */
export type Token =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | undefined }
  /** `$name`, or `$` for the data of the template, with the fields that follow it. */
  | { readonly kind: 'variable'; readonly name: string; readonly fields: readonly string[] }
  /** `.`, or `.name.name`; directly after a parenthesis its fields belong to that. */
  | { readonly kind: 'field'; readonly fields: readonly string[]; readonly isJoined: boolean }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'sign'; readonly sign: '|' | '(' | ')' | ':=' | '=' | ',' };

export interface Problem {
  readonly problem: string;
}

/** Text, or the words of an action. */
export type Piece = string | { readonly source: string; readonly tokens: readonly Token[] };

const MAX_ACTIONS = 100;
const TOKEN =
  /(\s*)(?:("(?:[^"\\\n]|\\.)*"|`[^`]*`)|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])|\$([\p{L}_][\p{L}\p{N}_]*)?((?:\.[\p{L}_][\p{L}\p{N}_]*)*)|((?:\.[\p{L}_][\p{L}\p{N}_]*)+|\.)|([\p{L}_][\p{L}\p{N}_]*)|(:=|[|()=,]))/uy;
const ACTION_END = /\s*(\s-)?\}\}/y;
const COMMENT = /\{\{(-\s)?\s*\/\*[^]*?\*\/\s*(\s-)?\}\}/y;

/** Splits a template into texts and actions. */
export function splitTemplate(text: string): Piece[] | Problem {
  const pieces: Piece[] = [];
  let at = 0;
  let trims = false;
  let actions = 0;
  const addText = (piece: string): void => {
    const shown = trims ? piece.trimStart() : piece;
    if (shown !== '') pieces.push(shown);
  };
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
    if (++actions > MAX_ACTIONS) return { problem: `more than ${MAX_ACTIONS} placeholders` };
    const before = text.slice(at, open);
    addText(/^\{\{-\s/.test(text.slice(open, open + 4)) ? before.trimEnd() : before);
    COMMENT.lastIndex = open;
    const comment = COMMENT.exec(text);
    if (comment) {
      at = COMMENT.lastIndex;
      trims = comment[2] !== undefined;
      continue;
    }
    const start = /^\{\{-\s/.test(text.slice(open, open + 4)) ? open + 3 : open + 2;
    const action = readAction(text, start);
    if ('problem' in action) return action;
    pieces.push({ source: text.slice(start, action.end).trim(), tokens: action.tokens });
    at = action.next;
    trims = action.trims;
  }
  addText(text.slice(at));
  return pieces;
}

interface Action {
  readonly tokens: readonly Token[];
  readonly end: number;
  readonly next: number;
  /** Whether the text after it loses its leading white space. */
  readonly trims: boolean;
}

function readAction(text: string, start: number): Action | Problem {
  const tokens: Token[] = [];
  let at = start;
  for (;;) {
    ACTION_END.lastIndex = at;
    const end = ACTION_END.exec(text);
    if (end) return { tokens, end: at, next: ACTION_END.lastIndex, trims: end[1] !== undefined };
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) {
      const close = text.indexOf('}}', at);
      if (close < 0) return { problem: 'a placeholder {{ is not closed by }}' };
      return {
        problem: `{{ ${text.slice(start, close).trim().slice(0, 80)} }}: cannot read ${JSON.stringify(text.slice(at, close).trim().slice(0, 40))}`,
      };
    }
    const token = tokenFor(match);
    if ('problem' in token) return token;
    tokens.push(token);
    at = TOKEN.lastIndex;
  }
}

const CONSTANTS: ReadonlyMap<string, boolean | undefined> = new Map([
  ['true', true],
  ['false', false],
  ['nil', undefined],
]);

function tokenFor([, space, text, number, variable, fields, field, name, sign]: RegExpExecArray): Token | Problem {
  if (text !== undefined) {
    const value = literalText(text);
    return value === undefined ? { problem: `${text} is not a valid string` } : { kind: 'literal', value };
  }
  if (number !== undefined) return { kind: 'literal', value: Number(number) };
  if (field !== undefined) return { kind: 'field', fields: fieldsIn(field), isJoined: space === '' };
  if (name !== undefined)
    return CONSTANTS.has(name) ? { kind: 'literal', value: CONSTANTS.get(name) } : { kind: 'name', name };
  if (sign !== undefined) return { kind: 'sign', sign: sign as '|' };
  return { kind: 'variable', name: variable ?? '', fields: fieldsIn(fields ?? '') };
}

function fieldsIn(text: string): string[] {
  return text.split('.').filter((part) => part !== '');
}

function literalText(quoted: string): string | undefined {
  if (quoted.startsWith('`')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
