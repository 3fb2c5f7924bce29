/**
 * Computed styles of component tests. jsdom computes all properties for each call and drops them at each change of an
 * attribute: queries by role, which check the visibility of every element, took most of a test's time. Here the three
 * properties that visibility depends on are derived from attributes: the `style` of the element and its ancestors,
 * `hidden`, and the default of the tag. Style sheets count only if a test applies them, as these tests do not load the
 * page's. All other properties are jsdom's.
 */
import type { DOMWindow } from 'jsdom';

/** tags whose default display depends on their attributes */
const BY_ATTRIBUTES = new Set(['DETAILS', 'DIALOG', 'INPUT']);

/** in the document of the window: test files share the window, and each has its own modules */
const APPLIED = 'style[data-applied]';

/** Applies a style sheet to the page of the test until the returned function is called. */
export function applyStyles(text: string): () => void {
  const sheet = document.head.appendChild(document.createElement('style'));
  sheet.dataset['applied'] = '';
  sheet.textContent = text;
  return () => sheet.remove();
}

export function computeStylesFromAttributes(window: DOMWindow): void {
  const original = window.getComputedStyle.bind(window);
  const defaults = new Map<string, string>();
  const own = (element: Element, property: string): string =>
    element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(property) : '';

  const defaultDisplay = (element: Element): string => {
    if (BY_ATTRIBUTES.has(element.tagName)) return original(element).display;
    const known = defaults.get(element.tagName);
    if (known !== undefined) return known;
    const { display } = original(window.document.createElementNS(element.namespaceURI, element.localName));
    defaults.set(element.tagName, display);
    return display;
  };
  const display = (element: Element): string =>
    own(element, 'display') || (element.hasAttribute('hidden') ? 'none' : defaultDisplay(element));
  const inherited = (element: Element, property: string, initial: string): string => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const value = own(each, property);
      if (value && value !== 'inherit') return value;
    }
    return initial;
  };

  const known: Record<string, (element: Element) => string> = {
    display,
    visibility: (element) => inherited(element, 'visibility', 'visible'),
    pointerEvents: (element) => inherited(element, 'pointer-events', 'auto'),
  };
  known['pointer-events'] = known['pointerEvents']!;
  window.getComputedStyle = ((element: Element, pseudo?: string | null) => {
    if (pseudo || window.document.head.querySelector(APPLIED)) return original(element, pseudo);
    let rest: CSSStyleDeclaration | undefined;
    const all = (): CSSStyleDeclaration => (rest ??= original(element));
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, property) {
        if (property === 'getPropertyValue')
          return (name: string) => known[name]?.(element) ?? all().getPropertyValue(name);
        const compute = typeof property === 'string' ? known[property] : undefined;
        if (compute) return compute(element);
        const value: unknown = Reflect.get(all(), property);
        return typeof value === 'function' ? (value as () => unknown).bind(all()) : value;
      },
    });
  }) as typeof window.getComputedStyle;
}
