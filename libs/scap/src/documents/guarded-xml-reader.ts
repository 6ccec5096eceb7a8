import { isAscii } from 'node:buffer';
import {
  type AttributeHandler,
  type CDataHandler,
  type CloseTagHandler,
  type ErrorHandler,
  type OpenTagHandler,
  type OpenTagStartHandler,
  SaxesParser,
  type SaxesTagNS,
  type TextHandler,
  type XMLDeclHandler,
} from 'saxes';
import { DocumentError, notWellFormed, tooComplex, tooLarge } from './document-error';
import { DOCUMENT_LIMITS, type DocumentLimits } from './document-limits';
import { StrictDecoder } from './strict-decoder';

/** An element with its namespace; attributes are keyed by their name as written. */
export type XmlElement = Pick<SaxesTagNS, 'uri' | 'local' | 'attributes'>;

export interface XmlEvents {
  open(element: XmlElement): void;
  /** Receives a complete text node or CDATA section. */
  text(text: string): void;
  close(): void;
}

export interface GuardedXmlOptions {
  /** Called between chunks of input; throws when the time is up. */
  checkDeadline?: () => void;
  limits?: Readonly<DocumentLimits>;
}

type NamespaceOptions = { xmlns: true };

/** Private state of saxes that the guards need; specs in this folder fail if a release renames it. */
interface ParserState {
  doctype: boolean;
  /** Characters of the current token. */
  text: string;
  entity: string;
  name: string;
  piTarget: string;
  /**
   * Handlers set by name instead of `on()`, whose computed assignments turn the parser into a dictionary from the
   * seventh handler on, so that parsing takes five times as long (24 MB: 0.2 s -> 1.1 s).
   */
  errorHandler: ErrorHandler;
  xmldeclHandler: XMLDeclHandler;
  openTagStartHandler: OpenTagStartHandler<NamespaceOptions>;
  attributeHandler: AttributeHandler<NamespaceOptions>;
  openTagHandler: OpenTagHandler<NamespaceOptions>;
  closeTagHandler: CloseTagHandler<NamespaceOptions>;
  textHandler: TextHandler;
  cdataHandler: CDataHandler;
}

const SLICE_BYTES = 64 * 1024;
const GREATER_THAN = 0x3e;
const UTF8_NAMES = /^utf-?8$/i;
const ASCII_NAMES = /^(us-)?ascii$/i;

/**
 * Streaming XML with every guard of rule scap-3: no DOCTYPE, bounded depth, attributes, text, elements, size and time,
 * UTF-8, UTF-16 and US-ASCII only, ill-formed bytes refused. External entities are never resolved. Call write() any
 * number of times, then end().
 * @throws DocumentError, after which the reader is dead.
 */
export class GuardedXmlReader {
  private readonly parser = new SaxesParser({ xmlns: true });
  private readonly state = this.parser as unknown as ParserState;
  private readonly decoder = new StrictDecoder();
  private readonly limits: Readonly<DocumentLimits>;
  private readonly checkDeadline: () => void;
  private decodedBytes = 0;
  private isDeclarationRead = false;
  private isAsciiOnly = false;
  private depth = 0;
  private elements = 0;
  private attributes = 0;
  private isInsideTag = false;

  constructor(
    private readonly events: XmlEvents,
    { checkDeadline = () => {}, limits = DOCUMENT_LIMITS }: GuardedXmlOptions = {},
  ) {
    this.checkDeadline = checkDeadline;
    this.limits = limits;
    this.refuseDoctypeAtOnce();
    this.listen();
  }

  write(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      let end = Math.min(bytes.length, at + SLICE_BYTES);
      if (!this.isDeclarationRead) {
        // The declaration is parsed separately, because it decides how strictly the following bytes are decoded.
        const declarationEnd = bytes.subarray(at, end).indexOf(GREATER_THAN);
        if (declarationEnd >= 0) {
          end = at + declarationEnd + 1;
          this.isDeclarationRead = true;
        }
      }
      this.writeSlice(bytes.subarray(at, end));
      at = end;
    }
  }

  end(): void {
    this.checkDeadline();
    if (this.decoder.endsIncomplete()) throw this.illFormedNext();
    this.parser.close();
  }

  private writeSlice(slice: Uint8Array): void {
    this.checkDeadline();
    this.decodedBytes += slice.length;
    if (this.decodedBytes > this.limits.decodedBytes) throw tooLarge();
    const strayByte = this.isAsciiOnly && !isAscii(slice) ? slice.findIndex((byte) => byte > 0x7f) : -1;
    const { text, isIllFormed } = this.decoder.decode(strayByte < 0 ? slice : slice.subarray(0, strayByte));
    this.parser.write(text);
    if (isIllFormed || strayByte >= 0) throw this.illFormedNext();
    this.checkPending();
  }

  /** saxes reports only complete tokens, so an endless one is refused while it grows. */
  private checkPending(): void {
    const { text, entity, name, piTarget } = this.state;
    const pending = Math.max(text.length, entity.length, name.length, piTarget.length);
    if (pending > (this.isInsideTag ? this.limits.attributeBytes : this.limits.textNodeBytes)) throw tooComplex();
  }

  /**
   * saxes reports a DOCTYPE only at its end, after keeping its whole internal subset, but refuses a second one at its
   * first letter. So its state is set as if there had been one.
   */
  private refuseDoctypeAtOnce(): void {
    this.state.doctype = true;
  }

  private listen(): void {
    const { parser, state, events, limits } = this;
    state.errorHandler = (error) => {
      throw error.message.endsWith('inappropriately located doctype declaration.')
        ? new DocumentError('invalid', 'DOCTYPE is not allowed')
        : notWellFormed(parser.line, Math.max(1, parser.column));
    };
    state.xmldeclHandler = ({ encoding }) => {
      this.isDeclarationRead = true;
      // The actual bytes take precedence over the declaration, because tools rewrite files as UTF-16 without changing
      // it.
      if (encoding === undefined || UTF8_NAMES.test(encoding) || this.decoder.isUtf16) return;
      if (!ASCII_NAMES.test(encoding)) throw new DocumentError('invalid', `encoding ${encoding} is not supported`);
      this.isAsciiOnly = true;
    };
    // Runs before the namespaces of the element are resolved, for which saxes takes quadratic time in the depth.
    state.openTagStartHandler = () => {
      this.isInsideTag = true;
      this.attributes = 0;
      if (++this.elements > limits.elements || ++this.depth > limits.depth) throw tooComplex();
    };
    state.attributeHandler = ({ value }) => {
      if (++this.attributes > limits.attributesPerElement) throw tooComplex();
      if (isLongerThan(value, limits.attributeBytes)) throw tooComplex();
    };
    state.openTagHandler = (element) => {
      this.isInsideTag = false;
      events.open(element);
    };
    state.closeTagHandler = () => {
      this.depth--;
      events.close();
    };
    const onText = (text: string): void => {
      if (isLongerThan(text, limits.textNodeBytes)) throw tooComplex();
      if (this.depth > 0) events.text(text);
    };
    state.textHandler = onText;
    state.cdataHandler = onText;
  }

  private illFormedNext(): DocumentError {
    return notWellFormed(this.parser.line, this.parser.column + 1);
  }
}

/** Whether the text exceeds `bytes` in UTF-8; counts bytes only if the length is inconclusive. */
function isLongerThan(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && Buffer.byteLength(text) > bytes);
}
