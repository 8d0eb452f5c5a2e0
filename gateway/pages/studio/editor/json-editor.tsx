/** The JSON editor: CodeMirror in a shadow tree, where its styles are sheets of the script, which the page's policy allows. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'preact/hooks';

/** Colours of JSON. */
const json = StreamLanguage.define<null>({
  token: (stream) => {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"/)) return stream.match(/^\s*:/, false) ? 'propertyName' : 'string';
    if (stream.match(/^-?\d[\d.eE+-]*/)) return 'number';
    if (stream.match(/^(true|false|null)\b/)) return 'bool';
    stream.next();
    return null;
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool], color: 'var(--series-2)' },
]);

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--background)', color: 'var(--text)', fontSize: '12.5px', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--muted)', border: '0', fontFamily: 'var(--mono)' },
  '.cm-fault': { backgroundColor: 'var(--bad-soft)' },
  // Long lines are wrapped, and the page scrolls.
  '.cm-scroller': { overflow: 'visible' },
});

/** Sets the lines that are marked as faulty, from 0 on. */
const setFaults = StateEffect.define<readonly number[]>();
const faultLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { effects, state, changes }) => {
    for (const effect of effects)
      if (effect.is(setFaults)) {
        const lines = [...new Set(effect.value)].filter((line) => line < state.doc.lines).sort((a, b) => a - b);
        return Decoration.set(lines.map((line) => Decoration.line({ class: 'cm-fault' }).range(state.doc.line(line + 1).from)));
      }
    return marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

interface JsonEditorProps {
  readonly label: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
  /** Lines with a fault, from 0 on. */
  readonly faults: readonly number[];
}

export function JsonEditor({ label, text, onInput, faults }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const listener = useRef(onInput);
  listener.current = onInput;
  useEffect(() => {
    const parent = host.current as HTMLDivElement;
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          ...[lineNumbers(), history(), json, syntaxHighlighting(colours), look, faultLines, EditorView.lineWrapping],
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) listener.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== text)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);
  useEffect(() => {
    view.current?.dispatch({ effects: setFaults.of(faults) });
  }, [faults.join()]);
  return <div class="json-editor" ref={host} />;
}
