import type { XmlElement, XmlEvents } from './guarded-xml-reader';

/** Handles an element. If one handler serves several elements, close() is called for each. */
export interface ElementHandler {
  /** The handler of a child element; undefined to skip the child and its descendants. */
  open?(child: XmlElement): ElementHandler | undefined;
  text?(text: string): void;
  close?(): void;
}

/** Dispatches the events of a document to the handlers of its elements. */
export class ElementDispatcher implements XmlEvents {
  private readonly handlers: ElementHandler[];
  /** Depth below the skipped element; 0 if none is skipped. */
  private passedOver = 0;

  constructor(document: ElementHandler) {
    this.handlers = [document];
  }

  open(element: XmlElement): void {
    const handler = this.passedOver > 0 ? undefined : this.handlers.at(-1)?.open?.(element);
    if (handler === undefined) this.passedOver++;
    else this.handlers.push(handler);
  }

  text(text: string): void {
    if (this.passedOver === 0) this.handlers.at(-1)?.text?.(text);
  }

  close(): void {
    if (this.passedOver > 0) this.passedOver--;
    else this.handlers.pop()?.close?.();
  }
}

/** All text of an element and its descendants, without markup (rule scap-1). */
export class TextReader implements ElementHandler {
  value = '';

  open(_child: XmlElement): ElementHandler | undefined {
    return this;
  }

  text(text: string): void {
    this.value += text;
  }
}

/** An attribute without a namespace. */
export const getAttribute = (element: XmlElement, name: string): string | undefined => element.attributes[name]?.value;

/** An attribute in a namespace, whatever the prefix. */
export function attributeOfNamespace(element: XmlElement, uri: string, local: string): string | undefined {
  return Object.values(element.attributes).find((attribute) => attribute.uri === uri && attribute.local === local)
    ?.value;
}
