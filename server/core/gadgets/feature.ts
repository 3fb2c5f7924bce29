/** Gadgets of a company. */
import { gadgets } from '../../../sync/model/kinds/gadgets';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { gadgetCalls } from './contract';
import { gadgetPolicy } from './policy';
import { gadgetRoutes } from './routes';

export const gadgetFeature = defineFeature<CoreServices>({
  name: 'core/gadgets',
  calls: [callGroup('Gadgets', 'Gadgets of a company.', gadgetCalls, { Gadget: gadgets.schema })],
  handlers: gadgetRoutes,
  policies: () => [gadgetPolicy],
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because a gadget stays the company’s, with its creator’s name'),
  retention: none('because a gadget stays until its creator deletes it'),
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because gadgets are not searched'),
  demo: none('because the demo has no gadgets'),
});
