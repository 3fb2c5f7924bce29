/**
 * XML of documents as events. No entity beyond those of XML itself is known, so none expands; a document type is an
 * error where one declares entities.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { cannotParse } from '../failure';

export interface XmlHandlers {
  /** @param name without its prefix; @param attributes with their prefixes */
  open?(name: string, attributes: Record<string, string>, prefix: string): void;
  close?(name: string, prefix: string): void;
  text?(text: string): void;
  /** Asked now and then: the rest is not read. */
  isDone?(): boolean;
}

/** elements within each other */
const DEPTH = 500;
/** attributes of an element, and declarations of namespaces in a part, that a library with a tree reads in time */
const ATTRIBUTES = 500;
const DECLARATIONS = 10_000;
/** characters given to the parser at a time */
const CHUNK = 64 * 1024;

/** @throws FILE_DAMAGED, FILE_TOO_COMPLEX */
export async function readXml(source: string | AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', (error) => {
    throw cannotParse('FILE_DAMAGED', error);
  });
  parser.on('doctype', (text) => {
    if (text.includes('<!ENTITY')) throw cannotParse('FILE_TOO_COMPLEX');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    depth += 1;
    if (depth > DEPTH) throw cannotParse('FILE_TOO_COMPLEX');
    const [name, prefix] = named(tag.name);
    handlers.open?.(name, tag.attributes, prefix);
  });
  parser.on('closetag', (tag: SaxesTagPlain) => {
    depth -= 1;
    handlers.close?.(...named(tag.name));
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  for await (const part of partsOf(source)) {
    parser.write(part);
    if (handlers.isDone?.()) return;
  }
  parser.close();
}

/**
 * For a part that a library reads as a tree, whose time grows with the square of what is counted here, and which takes
 * minutes to refuse what is not well formed.
 * @throws FILE_DAMAGED, FILE_TOO_COMPLEX
 */
export function checkXml(source: AsyncIterable<Uint8Array>): Promise<void> {
  let declarations = 0;
  return readXml(source, {
    open: (_name, attributes) => {
      const names = Object.keys(attributes);
      declarations += names.filter((name) => name.startsWith('xmlns')).length;
      if (names.length > ATTRIBUTES || declarations > DECLARATIONS) throw cannotParse('FILE_TOO_COMPLEX');
    },
  });
}

function named(qualified: string): [name: string, prefix: string] {
  const colon = qualified.indexOf(':');
  return colon < 0 ? [qualified, ''] : [qualified.slice(colon + 1), qualified.slice(0, colon)];
}

async function* partsOf(source: string | AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  if (typeof source === 'string') {
    for (let at = 0; at < source.length; at += CHUNK) yield source.slice(at, at + CHUNK);
    return;
  }
  let decoder: TextDecoder | undefined;
  for await (const part of source) {
    decoder ??= new TextDecoder(encodingOf(part));
    for (let at = 0; at < part.length; at += CHUNK)
      yield decoder.decode(part.subarray(at, at + CHUNK), { stream: true });
  }
  yield decoder?.decode() ?? '';
}

/** UTF-16 has a byte order mark; everything else of a document container is UTF-8. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Texts of elements by their name, as of a small metadata part: the first of each. */
export async function textsOf(xml: string, names: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  let inside: string | null = null;
  await readXml(xml, {
    open: (name) => {
      if (names.includes(name) && found[name] === undefined) found[(inside = name)] = '';
    },
    text: (text) => {
      if (inside !== null) found[inside] += text;
    },
    close: (name) => {
      if (name === inside) inside = null;
    },
  });
  return found;
}
