/** Implements the calls of canvases and their public pages. */
import { canvasTextId, newId } from '../../../sync/model/ids';
import { wellFormed } from '../../../sync/model/text';
import { htmlOfState } from '../../../sync/merge/note-text';
import { fromBase64 } from '../../../sync/merge/yjs';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import { wholeAnswer } from '../../ai/chat/provider';
import { ProviderFailure } from '../../ai/failure';
import { estimateTokens } from '../../ai/tokens';
import type { Actor } from '../../platform/context';
import { meteredChat } from '../ai-providers/metered-chat';
import type { CoreServices } from '../context';
import { findImage, imagesIn } from '../note-images/stored-images';
import type { NoteImageRow } from '../note-images/tables';
import { RenderedTexts } from '../public-pages/rendered-texts';
import type { canvasCalls } from './contract';
import { publicCanvas } from './public-link';
import { revisionPrompt } from './revise-prompt';

const SERVICE = 'agent.retrieve';
/** tokens of rules around a text */
const RULES_TOKENS = 400;

const publicImagePath = (canvasId: string, imageId: string): string => `/project-html/${canvasId}/image/${imageId}`;

export function createCanvases({
  platform,
  sync,
  ai,
  amounts,
  usage,
}: Pick<CoreServices, 'platform' | 'sync' | 'ai' | 'amounts' | 'usage'>) {
  const rendered = new RenderedTexts();
  /** The company of a canvas whose page this person may open now; null otherwise. */
  const openTo = async (actor: Actor | null, id: string): Promise<string | null> =>
    (await publicCanvas(platform, id))?.companyId ??
    (actor?.role && (await sync.visible(actor, 'canvases', id)) ? actor.companyId : null);

  return {
    async html(actor: Actor | null, id: string): Promise<CallOutput<typeof canvasCalls.html>> {
      const companyId = await openTo(actor, id);
      if (!companyId) throw new CallError('CHAT_MESSAGE_DOCUMENT_NOT_FOUND');
      return sync.read(companyId, async (tx) => {
        const canvas = await tx.get('canvases', id);
        if (!canvas) throw new CallError('CHAT_MESSAGE_DOCUMENT_NOT_FOUND');
        const content = await tx.get('noteContents', canvasTextId(id));
        const revision = `${companyId}/${id}/${content?.rev ?? ''}/${content?.state.length ?? 0}`;
        return {
          id,
          title: canvas.title,
          html: rendered.of(revision, () =>
            htmlOfState(fromBase64(content?.state ?? ''), (imageId) => publicImagePath(id, imageId)),
          ),
          updatedAt: Math.max(canvas.updatedAt, content?.updatedAt ?? 0),
        };
      });
    },

    /** An image of a canvas, for people who may open its page, if the text refers to it; null otherwise. */
    async image(actor: Actor | null, id: string, imageId: string): Promise<NoteImageRow | null> {
      const companyId = await openTo(actor, id);
      const row = companyId && (await findImage(platform, companyId, canvasTextId(id), imageId));
      if (!companyId || !row) return null;
      const content = await sync.read(companyId, (tx) => tx.get('noteContents', canvasTextId(id)));
      return content && imagesIn(companyId, content).has(imageId) ? row : null;
    },

    async revise(
      actor: Actor,
      { canvasId, instruction, text }: ParsedInput<typeof canvasCalls.revise>,
      signal: AbortSignal,
    ): Promise<CallOutput<typeof canvasCalls.revise>> {
      const canvas = await sync.visible(actor, 'canvases', canvasId);
      if (!canvas) throw new CallError('CHAT_MESSAGE_DOCUMENT_NOT_FOUND');
      if (!canvas.abilities.includes('update')) throw new CallError('NO_PERMISSION');
      const chat = await ai.chat(actor.companyId);
      if (!chat) throw new CallError('CHAT_PROVIDER_NOT_FOUND');
      const messages = revisionPrompt(instruction, text);
      const room = chat.contextTokens - estimateTokens(text) - estimateTokens(instruction) - RULES_TOKENS;
      // the revised text may be up to half as long again as the text
      const maxTokens = Math.ceil(estimateTokens(text) * 1.5) + 200;
      if (room < maxTokens) throw new CallError('PROVIDER_INPUT_TOO_LARGE');
      const consumer = { companyId: actor.companyId, userId: actor.userId };
      const use = await usage.consume(consumer, SERVICE);
      try {
        const callId = `canvas/${newId(platform.clock.now())}`;
        const metered = meteredChat(amounts, chat, { consumer, service: SERVICE, callId });
        const answer = await wholeAnswer(metered.stream({ messages, maxTokens, signal }));
        if (answer.finish === 'length') throw new CallError('PROVIDER_ANSWER_CUT');
        const revised = wellFormed(answer.text).replaceAll('\0', '').trim();
        if (revised === '') throw new ProviderFailure('malformed', 'the model answered without text');
        return { text: revised, model: answer.model };
      } catch (error) {
        // a stopped revision is not refunded: the model was used
        if (!signal.aborted) await use.giveBack();
        throw error;
      }
    },
  };
}
