/**
 * Meters calls of a model within the limits of tokens and money: reserves before the call, settles with the amount used,
 * and refunds if nothing was answered. A stream that is cut or stopped is settled with an estimate of the received text.
 */
import { requestTokens } from '../../ai/chat/openai-compatible';
import type { ChatEvent, ChatProvider, ChatRequest } from '../../ai/chat/provider';
import { estimateTokens } from '../../ai/tokens';
import type { Amounts, ModelCall, TokenAmount } from '../../usage/amounts';
import type { Service } from '../../usage/services';
import type { Consumer } from '../../usage/usage';

/** tokens of an answer without a limit of its own */
const ANSWER_TOKENS = 2048;

export interface MeteredCall {
  consumer: Consumer;
  service: Service;
  /** unique for each question to a model, and the same in a retry after a crash, so that the question counts once */
  callId: string;
}

/** A provider whose streams are metered as calls of one use; a second stream of it gets an id of its own. */
export function meteredChat(amounts: Amounts, provider: ChatProvider, call: MeteredCall): ChatProvider {
  let streams = 0;
  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    streams += 1;
    const callId = streams === 1 ? call.callId : `${call.callId}/${streams}`;
    const estimate: TokenAmount = {
      input: requestTokens(request),
      output: request.maxTokens ?? Math.min(ANSWER_TOKENS, provider.contextTokens),
    };
    const { model, price } = provider;
    const reservation = await amounts.reserve(call.consumer, { callId, service: call.service, model, price }, estimate);
    let answered: Pick<ModelCall, 'model' | 'price'> | null = null;
    let written = '';
    let used: TokenAmount | null = null;
    try {
      for await (const event of provider.stream(request)) {
        if (event.type === 'start') answered = { model: event.model, price: event.price };
        else if (event.type === 'text') written += event.text;
        else if (event.type === 'done') used = event.usage;
        yield event;
      }
    } finally {
      if (answered)
        await reservation.settle(used ?? { input: estimate.input, output: estimateTokens(written) }, answered);
      else await reservation.giveBack();
    }
  }
  return { ...provider, stream };
}
