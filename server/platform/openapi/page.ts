/**
 * Renders the OpenAPI document as one HTML file without scripts, under the site's policy. Operations are collapsed; the
 * browser's own search opens them.
 */
import { createHash } from 'node:crypto';
import type { Content, OpenApiDocument, Operation, Parameter } from './document';
import type { Json } from './schemas';
import { escapeHtml } from '../../../sync/model/html-text';

const STYLE = `
:root { color-scheme: light dark; --line: #d5d9e2; --soft: #f4f6fa; --text: #1b2330; --muted: #4d5769; --link: #1d4ed8; }
@media (prefers-color-scheme: dark) { :root { --line: #384253; --soft: #1b2230; --text: #e8ecf4; --muted: #aeb8c9; --link: #93b4ff; } body { background: #11161f; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 Poppins, system-ui, sans-serif; color: var(--text); }
a { color: var(--link); }
main, header, nav { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
nav ul { columns: 3 12rem; padding-left: 1.2rem; }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; }
details > :not(summary) { margin-left: 1rem; margin-right: 1rem; }
summary { padding: .5rem 1rem; cursor: pointer; overflow-wrap: anywhere; }
summary p { margin: 0; color: var(--muted); }
summary h3 { display: inline; font-size: 1rem; }
code, pre { font: 14px/1.5 ui-monospace, monospace; }
pre { background: var(--soft); padding: .75rem; overflow-x: auto; border-radius: 8px; }
table { border-collapse: collapse; width: calc(100% - 2rem); }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
`;

/** CSP source of the page's style. */
export const PAGE_STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** Fragment of an address within the page. */
const anchor = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
/** Escaped text with \`code\` marked up. */
const text = (value: string): string => escapeHtml(value).replace(/`([^`]+)`/g, '<code>$1</code>');
const example = (value: unknown): string =>
  `<pre tabindex="0"><code>${escapeHtml(typeof value === 'string' && value.includes('\n') ? value : JSON.stringify(value, null, 2))}</code></pre>`;

export function openApiPage(document: OpenApiDocument): string {
  const byTag = new Map(document.tags.map((tag) => [tag.name, [] as string[]]));
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations))
      byTag.get(operation.tags[0]!)!.push(operationHtml(method, path, operation));
  }
  const sections = document.tags.map(
    ({ name, description }) =>
      `<section id="${anchor(name)}"><h2>${escapeHtml(name)}</h2><p>${text(description)}</p>${byTag.get(name)!.join('\n')}</section>`,
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${name}"><summary><h3><code>${escapeHtml(name)}</code></h3></summary>${fields(schema)}</details>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Satchel API</title>
<meta name="description" content="Every call of Satchel’s API, with parameters, answers, errors and examples."><style>${STYLE}</style></head>
<body><header><h1>Satchel API</h1><p>${text(document.info.description)}</p>
<p>Version ${escapeHtml(document.info.version)} · server <code>${escapeHtml(document.servers[0]!.url)}</code> · <a href="/api/openapi.json">OpenAPI document</a></p></header>
<nav aria-label="Groups"><ul>${document.tags.map(({ name }) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>`).join('')}<li><a href="#schemas">Schemas</a></li></ul></nav>
<main>${sections.join('\n')}
<section id="schemas"><h2>Schemas</h2>${schemas.join('\n')}</section></main></body></html>`;
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const [status, ...refusals] = Object.entries(operation.responses);
  return `<details id="${operation.operationId}"><summary><h3><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h3><p>${text(operation.summary)}</p></summary>
<p>${text(operation.description)}${grants(operation)}</p>
${operation.parameters.length > 0 ? `<h4>Parameters</h4>${rows(operation.parameters.map(parameterRow))}` : ''}
${operation.requestBody ? `<h4>Request body</h4>${contents(operation.requestBody.content)}` : ''}
<h4>Answer</h4>${status ? `<p>${escapeHtml(status[0])} ${text(status[1].description)}</p>${contents(status[1].content ?? {})}` : ''}
<h4>Errors</h4>${rows(
    refusals.map(([code, { description }]) => [
      escapeHtml(code),
      description
        .split(', ')
        .map((name) => `<code>${escapeHtml(name)}</code>`)
        .join(', '),
    ]),
  )}
</details>`;
}

/** The scopes with which a third party may make the call. */
function grants({ security }: Operation): string {
  const scopes = security.flatMap((way) => way['oauth'] ?? []);
  return scopes.length > 0
    ? ` A third party needs the scope <code>${scopes.map(escapeHtml).join('</code>, <code>')}</code>.`
    : '';
}

const rows = (cells: string[][]): string =>
  `<table><tbody>${cells.map(([head, ...rest]) => `<tr><th scope="row">${head}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`;

const parameterRow = ({ name, in: place, required, schema, description }: Parameter): string[] => [
  `<code>${escapeHtml(name)}</code>`,
  `${escapeHtml(place)}${required ? ', required' : ''}`,
  `${typeOf(schema)}${description ? ` · ${text(description)}` : ''}`,
];

const contents = (content: Record<string, Content>): string =>
  Object.entries(content)
    .map(
      ([type, { schema, example: value }]) =>
        `<p><code>${escapeHtml(type)}</code> ${typeOf(schema)}</p>${value === undefined ? '' : example(value)}`,
    )
    .join('');

function fields(schema: Json): string {
  const required = new Set((schema['required'] ?? []) as string[]);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  if (properties.length === 0) return `<p>${typeOf(schema)}</p>`;
  return rows(
    properties.map(([name, property]) => [
      `<code>${escapeHtml(name)}</code>`,
      `${typeOf(property)}${required.has(name) ? '' : ', optional'}`,
    ]),
  );
}

/** A short description of a schema, with links to named ones. */
function typeOf(schema: Json): string {
  const { $ref: reference, type, items } = schema;
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1)!;
    return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  }
  if ('const' in schema) return `<code>${escapeHtml(JSON.stringify(schema['const']))}</code>`;
  if (Array.isArray(schema['enum']))
    return schema['enum'].map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' | ');
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (choices) return choices.map(typeOf).join(' | ');
  if (type === 'array') return `list of ${items ? typeOf(items as Json) : 'values'}`;
  const bounds = [
    ['minLength', 'at least'],
    ['maxLength', 'at most'],
    ['minimum', 'from'],
    ['maximum', 'to'],
  ].flatMap(([key, words]) => (schema[key!] === undefined ? [] : [`${words} ${String(schema[key!])}`]));
  return escapeHtml([Array.isArray(type) ? type.join(' | ') : String(type ?? 'any value'), ...bounds].join(', '));
}
