import { getArity } from './template-calls';
import { type Problem, splitTemplate, type Token } from './template-syntax';

/** An expression without pipes. */
export type Operand =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | undefined }
  | { readonly kind: 'variable'; readonly name: string; readonly fields: readonly string[] }
  | { readonly kind: 'field'; readonly fields: readonly string[] }
  | { readonly kind: 'pipeline'; readonly pipeline: Pipeline; readonly fields: readonly string[] };

export interface Command {
  /** Undefined for an operand without a function. */
  readonly name: string | undefined;
  readonly operands: readonly Operand[];
}

/** Each command takes the result of the one before as its last argument. */
export interface Pipeline {
  /** Variables that it declares or sets; `range` declares two. */
  readonly variables: readonly string[];
  readonly declares: boolean;
  readonly commands: readonly Command[];
}

/** Nodes that depend on a value. */
export interface Block {
  readonly kind: 'if' | 'with' | 'range';
  readonly pipeline: Pipeline;
  readonly nodes: readonly Node[];
  readonly otherwise: readonly Node[];
}

export type Node =
  | string
  | { readonly kind: 'show'; readonly pipeline: Pipeline }
  | Block
  | { readonly kind: 'template'; readonly name: string; readonly pipeline: Pipeline | undefined }
  | { readonly kind: 'break' | 'continue' };

export interface ParsedTemplate {
  readonly nodes: readonly Node[];
  /** Named templates that it defines. */
  readonly named: ReadonlyMap<string, readonly Node[]>;
  readonly usesValue: boolean;
  readonly usesQueries: boolean;
}

const MAX_DEPTH = 20;
const MAX_COMMANDS = 20;
/** Variables that Prometheus declares in front of each template. */
const KNOWN = ['', 'labels', 'value', 'externalLabels', 'externalURL'];

class Refused extends Error {}

export function parseNodes(text: string): ParsedTemplate | Problem {
  const pieces = splitTemplate(text);
  if ('problem' in pieces) return pieces;
  try {
    return new Parser(pieces).parse();
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    throw error;
  }
}

type Ending = 'end' | 'else' | 'eof';

class Parser {
  private at = 0;
  private depth = 0;
  private loops = 0;
  /** Names of variables in sight. */
  private scope = [...KNOWN];
  private readonly named = new Map<string, readonly Node[]>();
  private readonly called: string[] = [];
  private usesValue = false;
  private usesQueries = false;
  private source = '';
  /** Words after `else`, such as those of `else if`. */
  private left: readonly Token[] = [];

  constructor(private readonly pieces: Exclude<ReturnType<typeof splitTemplate>, Problem>) {}

  parse(): ParsedTemplate {
    const { nodes, ending } = this.parseList();
    if (ending !== 'eof') throw new Refused(`{{ ${ending} }} without a beginning`);
    const unknown = this.called.find((name) => !this.named.has(name));
    if (unknown !== undefined) throw new Refused(`the template ${JSON.stringify(unknown)} is not defined`);
    return { nodes, named: this.named, usesValue: this.usesValue, usesQueries: this.usesQueries };
  }

  private parseList(): { nodes: Node[]; ending: Ending } {
    const nodes: Node[] = [];
    while (this.at < this.pieces.length) {
      const piece = this.pieces[this.at++]!;
      if (typeof piece === 'string') {
        nodes.push(piece);
        continue;
      }
      this.source = piece.source;
      const [first, ...others] = piece.tokens;
      if (!first) this.refuse('the placeholder is empty');
      const word = first.kind === 'name' ? first.name : '';
      if (word === 'end') return { nodes, ending: 'end' };
      if (word === 'else') {
        this.left = others;
        return { nodes, ending: 'else' };
      }
      const node = this.parseNode(word, piece.tokens, others);
      if (node) nodes.push(node);
    }
    return { nodes, ending: 'eof' };
  }

  private parseNode(word: string, tokens: readonly Token[], others: readonly Token[]): Node | undefined {
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        return this.parseBlock(word, others);
      case 'define':
        this.define(this.nameIn(others, 'define'));
        return undefined;
      case 'block':
      case 'template':
        return this.parseCall(word, others);
      case 'break':
      case 'continue':
        if (this.loops === 0) this.refuse(`${word} is only possible in range`);
        return { kind: word };
      default:
        return { kind: 'show', pipeline: this.parsePipeline(tokens) };
    }
  }

  private parseBlock(kind: 'if' | 'with' | 'range', tokens: readonly Token[]): Node {
    const before = this.scope;
    this.scope = [...before];
    const pipeline = this.parsePipeline(tokens, kind === 'range' ? 2 : 1);
    const inside = this.scope;
    this.enter(kind);
    const { nodes, ending } = this.parseList();
    this.leave(kind);
    this.scope = inside;
    let otherwise: Node[] = [];
    if (ending === 'else') {
      const [first, ...others] = this.left;
      if (first) {
        const next = first.kind === 'name' ? first.name : '';
        if (next !== 'if' && next !== 'with') this.refuse('else takes if, with or nothing');
        // Its end is the end of this block, too.
        this.enter(next);
        otherwise = [this.parseBlock(next, others)];
        this.leave(next);
      } else {
        const rest = this.parseList();
        if (rest.ending !== 'end') this.refuse('{{ end }} is missing');
        otherwise = rest.nodes;
      }
    } else if (ending === 'eof') this.refuse('{{ end }} is missing');
    this.scope = before;
    return { kind, pipeline, nodes, otherwise };
  }

  private define(name: string): void {
    const before = { scope: this.scope, loops: this.loops };
    [this.scope, this.loops] = [[''], 0];
    this.enter('define');
    const { nodes, ending } = this.parseList();
    if (ending !== 'end') this.refuse('{{ end }} is missing');
    this.leave('define');
    [this.scope, this.loops] = [before.scope, before.loops];
    this.named.set(name, nodes);
  }

  /** A block defines the template that it shows. */
  private parseCall(word: 'block' | 'template', tokens: readonly Token[]): Node {
    const name = this.nameIn(tokens.slice(0, 1), word);
    const pipeline = tokens.length > 1 ? this.parsePipeline(tokens.slice(1)) : undefined;
    if (word === 'block') this.define(name);
    this.called.push(name);
    return { kind: 'template', name, pipeline };
  }

  private nameIn(tokens: readonly Token[], word: string): string {
    const [token] = tokens;
    if (tokens.length !== 1 || token?.kind !== 'literal' || typeof token.value !== 'string')
      this.refuse(`${word} takes a name in quotes`);
    return token.value;
  }

  private enter(kind: string): void {
    if (++this.depth > MAX_DEPTH) this.refuse(`more than ${MAX_DEPTH} nested parts`);
    if (kind === 'range') this.loops++;
  }

  private leave(kind: string): void {
    this.depth--;
    if (kind === 'range') this.loops--;
  }

  private parsePipeline(tokens: readonly Token[], mostVariables = 1): Pipeline {
    const { variables, declares, rest } = this.readVariables(tokens, mostVariables);
    const commands: Command[] = [];
    const words = new Words(rest);
    do {
      const command = this.parseCommand(words, commands.length > 0);
      if (commands.push(command) > MAX_COMMANDS) this.refuse(`more than ${MAX_COMMANDS} functions`);
    } while (words.takeSign('|'));
    if (!words.isEmpty) this.refuse('a ) has no (');
    if (declares) this.scope = [...this.scope, ...variables];
    return { variables, declares, commands };
  }

  private readVariables(
    tokens: readonly Token[],
    most: number,
  ): { variables: string[]; declares: boolean; rest: readonly Token[] } {
    const at = tokens.findIndex((token) => token.kind === 'sign' && (token.sign === ':=' || token.sign === '='));
    if (at < 0) return { variables: [], declares: false, rest: tokens };
    const variables: string[] = [];
    for (const token of tokens.slice(0, at)) {
      if (token.kind === 'sign' && token.sign === ',' && variables.length === 1) continue;
      if (token.kind !== 'variable' || token.name === '' || token.fields.length > 0)
        this.refuse('only a variable can be set');
      variables.push(token.name);
    }
    if (variables.length === 0 || variables.length > most) this.refuse('only a variable can be set');
    const declares = tokens[at]!.kind === 'sign' && (tokens[at] as { sign: string }).sign === ':=';
    if (!declares) for (const name of variables) this.see(name);
    return { variables, declares, rest: tokens.slice(at + 1) };
  }

  private parseCommand(words: Words, isPiped: boolean): Command {
    const name = words.takeName();
    const operands: Operand[] = [];
    while (!words.isAtEnd) operands.push(this.parseOperand(words));
    if (name === undefined) {
      if (operands.length === 0) this.refuse('a function is missing beside |');
      if (operands.length > 1 || isPiped) this.refuse('a value is no function');
      return { name, operands };
    }
    this.checkCall(name, operands.length + (isPiped ? 1 : 0));
    return { name, operands };
  }

  private checkCall(name: string, count: number): void {
    const known = getArity(name);
    if (!known) this.refuse(`there is no function ${name.slice(0, 40)}`);
    if (name === 'query') this.usesQueries = true;
    if (count >= known.least && count <= known.most) return;
    const takes = known.least === known.most ? known.least : `${known.least} to ${known.most}`;
    this.refuse(`${name} takes ${takes} arguments`);
  }

  private parseOperand(words: Words): Operand {
    const token = words.take()!;
    if (token.kind === 'literal') return token;
    if (token.kind === 'variable') {
      this.see(token.name);
      if (token.name === 'value') this.usesValue = true;
      if (token.fields[0] === 'Value') this.usesValue = true;
      return token;
    }
    if (token.kind === 'field') {
      if (token.fields[0] === 'Value') this.usesValue = true;
      return { kind: 'field', fields: token.fields };
    }
    // A function without arguments.
    if (token.kind === 'name') {
      this.checkCall(token.name, 0);
      return { kind: 'pipeline', pipeline: plain({ name: token.name, operands: [] }), fields: [] };
    }
    if (token.sign !== '(') this.refuse(`cannot read ${JSON.stringify(token.sign)}`);
    if (++this.depth > MAX_DEPTH) this.refuse(`more than ${MAX_DEPTH} nested parts`);
    const commands: Command[] = [];
    do {
      if (commands.push(this.parseCommand(words, commands.length > 0)) > MAX_COMMANDS)
        this.refuse(`more than ${MAX_COMMANDS} functions`);
    } while (words.takeSign('|'));
    if (!words.takeSign(')')) this.refuse('a ( is not closed');
    this.depth--;
    return { kind: 'pipeline', pipeline: { variables: [], declares: false, commands }, fields: words.takeJoined() };
  }

  private see(name: string): void {
    if (!this.scope.includes(name)) this.refuse(`there is no variable $${name.slice(0, 40)}`);
  }

  private refuse(problem: string): never {
    throw new Refused(`{{ ${this.source.slice(0, 80)} }}: ${problem}`);
  }
}

function plain(command: Command): Pipeline {
  return { variables: [], declares: false, commands: [command] };
}

/** The words of an action that were not read yet. */
class Words {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get isEmpty(): boolean {
    return this.at >= this.tokens.length;
  }

  /** Whether the command ends here. */
  get isAtEnd(): boolean {
    const token = this.tokens[this.at];
    return !token || (token.kind === 'sign' && (token.sign === '|' || token.sign === ')'));
  }

  take(): Token | undefined {
    return this.tokens[this.at++];
  }

  takeName(): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== 'name') return undefined;
    this.at++;
    return token.name;
  }

  takeSign(sign: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'sign' || token.sign !== sign) return false;
    this.at++;
    return true;
  }

  /** Fields of what was read last. */
  takeJoined(): readonly string[] {
    const token = this.tokens[this.at];
    if (token?.kind !== 'field' || !token.isJoined) return [];
    this.at++;
    return token.fields;
  }
}
