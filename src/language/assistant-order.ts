// Sentences that order an assistant about: who reads them as data must not take them for statements. Pure.

const TO_ASSISTANT =
  String.raw`^\W*(?:(?:please|now|also|hey|hi|ok|okay|and|then|from now on|assistant|dear assistant|` +
  String.raw`ai)[\s,:!-]+)*`;
/** Sentences that are themselves an order to an assistant; people may hate rules, and write of prompts. */
const ORDERS = [
  new RegExp(
    String.raw`${TO_ASSISTANT}(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|these|those|of|` +
      String.raw`previous|above|earlier|prior|other|system)\s+)*(?:(?:previous|above|earlier|prior)\s+messages|` +
      String.raw`your\s+(?:rules|guidelines|training)|(?:(?:previous|above|earlier|prior)\s+rules)|instructions?|` +
      String.raw`prompts?)(?=\W*$|[,;:]|\s+(?:and|above|you were given|given above|so far)\b)`,
    'iu',
  ),
  new RegExp(
    String.raw`${TO_ASSISTANT}(?:reveal|print|show|repeat|output|leak)\s+(?:me\s+)?(?:(?:all|of|the|your|whole|` +
      String.raw`full|hidden)\s+)*system prompt\W*$`,
    'iu',
  ),
  new RegExp(String.raw`${TO_ASSISTANT}you are now in \S+ mode\W*$`, 'iu'),
];

/** Is a sentence by itself an order to an assistant? */
export const isAssistantOrder = (sentence: string): boolean => ORDERS.some((order) => order.test(sentence));
