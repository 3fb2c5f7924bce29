/** Views of pages that are shared or published (specification: organization 3, traffic page views). */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { defineCall } from '../../../sync/protocol/call';

export const PageKind = v.picklist(
  ['article', 'slides', 'livepage', 'project', 'note', 'meeting', 'canvas'],
  'PARAM_ERROR',
);
export type PageKind = v.InferOutput<typeof PageKind>;

export const pageViewCalls = {
  views: defineCall({
    service: 'core',
    method: 'POST',
    path: '/traffic/page/views',
    who: 'anyone',
    perMinute: 120,
    summary:
      'Counts a view of a page that the caller may see, of a visible LivePage, or of a note or canvas with a ' +
      'public link. Returns the number of views.',
    input: v.object({ kind: PageKind, id: Id }),
    output: v.object({ views: v.number() }),
    errors: ['DOCUMENT_NOT_FOUND', 'USER_NOT_LOGIN', 'PARAM_ERROR'],
  }),
};
