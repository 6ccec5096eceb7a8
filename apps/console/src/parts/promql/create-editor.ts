import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, insertNewlineAndIndent } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic, forEachDiagnostic, linter, setDiagnosticsEffect } from '@codemirror/lint';
import {
  EditorState,
  type Extension,
  Prec,
  StateEffect,
  type StateEffectType,
  type Transaction,
} from '@codemirror/state';
import { EditorView, keymap, placeholder, type ViewUpdate } from '@codemirror/view';
import { PromQLExtension } from '@prometheus-io/codemirror-promql';
import { editorTheme } from './editor-theme';
import { placeIn, placeText, type PromqlNote } from './promql-notes';

/** Notes about an expression, e.g. of the response to it. */
export interface JudgedExpression {
  expression: string;
  notes: readonly PromqlNote[];
}

export interface EditorWanted {
  label: string;
  example: string;
  value: string;
  maxLength: number;
  isReadOnly: boolean;
  /** Called with each change of the text. */
  change: (value: string) => void;
  /** Called by Enter with the text; without it, Enter begins a line. */
  run: ((value: string) => void) | undefined;
  /** Called with the first error of the text, or undefined if there is none. */
  judge: (problem: string | undefined) => void;
  judged: () => JudgedExpression | undefined;
}

export interface PromqlEditor {
  view: EditorView;
  /** Reads `judged` again. */
  refresh: () => void;
  destroy: () => void;
}

/** Names in inventory change rarely. */
const NAMES_KEPT_MS = 5 * 60_000;

/**
 * An editor with completion and errors. In a shadow root its styles are constructed style sheets, which the policy of the page
 * allows: a style element would need a nonce.
 */
export function createEditor(root: ShadowRoot, wanted: EditorWanted): PromqlEditor {
  const language = new PromQLExtension().setComplete({
    remote: { url: '/prometheus', httpMethod: 'GET', cache: { maxAge: NAMES_KEPT_MS } },
  });
  const refreshed = StateEffect.define<null>();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: wanted.value,
      extensions: [
        history(),
        bracketMatching(),
        closeBrackets(),
        autocompletion(),
        EditorView.lineWrapping,
        placeholder(wanted.example),
        EditorState.readOnly.of(wanted.isReadOnly),
        EditorState.changeFilter.of(({ newDoc }) => newDoc.length <= wanted.maxLength),
        EditorView.contentAttributes.of({
          'aria-label': wanted.label,
          'aria-multiline': 'true',
          spellcheck: 'false',
          ...(wanted.isReadOnly ? { 'aria-readonly': 'true' } : {}),
        }),
        EditorView.contentAttributes.of(({ state }) =>
          firstError(state) === undefined ? null : { 'aria-invalid': 'true' },
        ),
        keys(wanted),
        EditorView.domEventHandlers({ beforeinput: typeOver }),
        language.asExtension(),
        linter(({ state }) => toDiagnostics(wanted.judged(), state.doc.toString()), {
          needsRefresh: (update) => hasEffect(update, refreshed),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) wanted.change(update.state.doc.toString());
          if (update.docChanged || hasEffect(update, setDiagnosticsEffect)) wanted.judge(firstError(update.state));
        }),
        editorTheme,
      ],
    }),
  });
  return {
    view,
    refresh: () => view.dispatch({ effects: refreshed.of(null) }),
    destroy: () => {
      language.destroy();
      view.destroy();
    },
  };
}

/** Tab is bound to nothing, so that it leaves the editor. */
function keys({ run }: EditorWanted): Extension {
  const running = run
    ? [
        {
          key: 'Enter',
          shift: insertNewlineAndIndent,
          run: ({ state }: EditorView) => {
            run(state.doc.toString());
            return true;
          },
        },
      ]
    : [];
  return [
    Prec.high(keymap.of(completionKeymap)),
    keymap.of([...running, ...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap]),
  ];
}

/**
 * Replaces a selection by what is typed. The browser would wrap the text in a style attribute, to keep the look of what it
 * replaces, and the policy of the page refuses such attributes.
 */
function typeOver(event: InputEvent, view: EditorView): boolean {
  const { state } = view;
  const { from, to, empty } = state.selection.main;
  const { data, inputType } = event;
  if (inputType !== 'insertText' || data === null || empty || state.readOnly || view.composing) return false;
  const insert = (): Transaction => state.update(state.replaceSelection(data), { userEvent: 'input.type' });
  const isHandled = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
  if (!isHandled) view.dispatch(insert());
  return true;
}

function hasEffect<T>({ transactions }: ViewUpdate, type: StateEffectType<T>): boolean {
  return transactions.some(({ effects }) => effects.some((effect) => effect.is(type)));
}

function toDiagnostics(judged: JudgedExpression | undefined, text: string): Diagnostic[] {
  if (!judged || judged.expression !== text) return [];
  return judged.notes.flatMap(({ severity, text: message }) => {
    const place = placeIn(text, message);
    return place ? [{ ...place, severity, message }] : [];
  });
}

/** Linter source with parser errors; errors of responses are shown beside the response. */
function firstError(state: EditorState): string | undefined {
  if (state.doc.toString().trim() === '') return undefined;
  let first: string | undefined;
  forEachDiagnostic(state, ({ severity, message }, from) => {
    if (severity === 'error') first ??= `${placeText(state.doc.toString(), from)}: ${message}`;
  });
  return first;
}
