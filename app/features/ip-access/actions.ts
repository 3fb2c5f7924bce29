/** Actions of the rules' forms, by the server's calls. Work with and without scripts. */
import type * as v from 'valibot';
import { wrongFields, type Failed } from '~/features/account/result';
import type { Call } from '../../../sync/protocol/client';
import { ipCalls, type IpRuleForm } from '../../../server/organization/ip-access/contract';
import { checkRule } from './check';

/** null: done. Refusals are thrown. */
export async function handleAction(api: Call, companyId: string, form: FormData): Promise<Failed | null> {
  const read = (name: string): string => String(form.get(name) ?? '');
  const [intent, id] = [read('intent'), read('id')];
  switch (intent) {
    case 'create':
    case 'update': {
      const wrong = checkRule(form);
      if (Object.keys(wrong).length > 0) return wrongFields(form, wrong);
      const rule = { type: read('type'), value: read('value'), description: read('description') } as v.InferInput<
        typeof IpRuleForm
      >;
      await (intent === 'create' ? api(ipCalls.create, { companyId, ...rule }) : api(ipCalls.update, { id, ...rule }));
      return null;
    }
    case 'addCurrent': {
      const { currentIp } = await api(ipCalls.setting, { companyId });
      await api(ipCalls.create, { companyId, type: 'single', value: currentIp });
      return null;
    }
    case 'delete':
      await api(ipCalls.remove, { id });
      return null;
    case 'enable':
      await api(ipCalls.enable, { id });
      return null;
    case 'disable':
      await api(ipCalls.disable, { id });
      return null;
    case 'turnOn':
      // both confirmations of the specification (organization 4)
      if (read('common') !== 'yes' || read('risk') !== 'yes') return wrongFields(form, { both: 'both' });
      await api(ipCalls.set, { companyId, enabled: true });
      return null;
    case 'turnOff':
      await api(ipCalls.set, { companyId, enabled: false });
      return null;
    default:
      return wrongFields(form, { intent: 'PARAM_ERROR' });
  }
}
