/** The common part of Office files (Open Packaging): relations of parts, title, macros, encryption. */
import type { TextCollector } from '../text/collector';
import { partPath, type Zip } from './zip';
import { readXml, textsOf } from './xml';

/** Targets of a part's relations by id, with the last word of their type. */
export async function relationsOf(zip: Zip, part: string): Promise<Map<string, { path: string; type: string }>> {
  const slash = part.lastIndexOf('/') + 1;
  const xml = await zip.text(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
  const relations = new Map<string, { path: string; type: string }>();
  if (!xml) return relations;
  await readXml(xml, {
    open: (name, { Id = '', Target = '', Type = '', TargetMode }) => {
      if (name === 'Relationship' && TargetMode !== 'External')
        relations.set(Id, { path: partPath(part, Target), type: Type.slice(Type.lastIndexOf('/') + 1) });
    },
  });
  return relations;
}

/** The title of a package, '' for none. Macros are never run; that there are some is said. */
export async function describePackage(zip: Zip, text: TextCollector): Promise<string> {
  if (zip.names.some((name) => name.endsWith('vbaProject.bin'))) text.notice('macros');
  const core = await zip.text('docProps/core.xml');
  if (!core) return '';
  try {
    return (await textsOf(core, ['title']))['title'] ?? '';
  } catch {
    // damaged metadata take nothing from the text
    return '';
  }
}

/** Text that an OLE container has if it is an encrypted Office file: the name of a stream, in UTF-16. */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');
export const isEncryptedPackage = (bytes: Buffer): boolean => bytes.includes(ENCRYPTED_STREAM);
