// Which claims say all that a fact says.
import { expect, test } from 'vitest';
import { saysAllOf } from '../../../src/dream/model/says-all.ts';

test.each([
  ['User likes hot tea', 'User loves hot tea', true], ['User likes hot tea at home', 'User likes hot tea', false], ['User likes hot green tea', 'User likes hot tea', false], ['User drinks hot tea', 'User likes hot tea', false],
  ['User stopped drinking hot tea', 'User drinks hot tea', false], ['User drinks tea only on trips', 'User drinks tea on trips', false], ['User dreams of a red boat', 'User has a red boat', false], ['Ann is taller than Ben', 'Ben is taller than Ann', false],
  ['User likes tea over coffee', 'User likes coffee over tea', false], ['User has a former wife in Rome', 'User has a wife in Rome', false], ['User went to Rome', 'User goes to Rome', false], ['User will go to Rome', 'User goes to Rome', false],
  ['User flew from Rome to Oslo', 'User flew from Oslo to Rome', false], ['Does the user like hot tea?', 'The user likes hot tea', false], ['用户喜欢绿茶', '用户喜欢绿茶', true], ['用户不喜欢绿茶', '用户喜欢绿茶', false], ['用户的妹妹喜欢绿茶', '用户喜欢绿茶', false], ['', '', false],
])('"%s" says all of "%s": %s', (claim, text, wanted) => expect(saysAllOf(claim, text, true)).toBe(wanted));

test.each([
  ["User's mother has diabetes", 'User has diabetes'], ["User's husband is allergic to penicillin", 'User is allergic to penicillin'], ["User's sister likes chess", 'User likes chess'], ["User's daughter studies medicine", 'User studies medicine'],
  ['User knows that boss likes golf', 'User likes golf'], ['Neighbour of user owns a red boat', 'User owns a red boat'], ['Neighbour of user owns a red boat', 'user owns a red boat'], ['Mother of user has diabetes', 'User has diabetes'],
  ['User watches people play tennis', 'User play tennis'], ['User and Ann dislike running together', 'User and Ann running together'], ['A friend who has diabetes likes tea', 'A friend likes tea'], ['User read that cats like milk', 'cats like milk'],
  ['If it rains user stays at home', 'User stays at home'], ['User stays at home when it rains', 'User stays at home'], ['Half of the team likes tea', 'The team likes tea'], ['Most cats like milk', 'Cats like milk'], ['User has many cats', 'User has cats'], ['User has a few cats', 'User has few cats'],
  ['User owns a model boat', 'User owns a boat'], ['User likes tea parties', 'User likes tea'], ['User has a cat', 'User has cats'], ['User likes US', 'User likes us'], ['User likes still water', 'User likes water'], ['User is a dentist', 'User has a dentist'],
  ['User does not work at the zoo as a guide', 'User does not work at the zoo'], ['User hates rain as a rule', 'User hates rain'], ['User swims as long as pools open', 'User swims'], ['User likes chess as her sister', 'User likes chess'],
  ['Ann says I like tea', 'Ann says user likes tea'], ['Ann: "I like tea"', 'Ann: "User likes tea"'], ['User told the doctor the nurse left', 'User told the nurse the doctor left'], ['User believes the nurse', 'User believes in the nurse'], ['The dog of user bites', 'User bites'],
  ['On Fridays user thinks that rain falls', 'User thinks that rain falls on Fridays'], ['我说我喜欢茶', '用户说我喜欢茶'], ['User loves Ann as a friend', 'User loves Ann'], ['User came near death', 'User came'], ['User drinks', 'What User drinks is'], ['User says tea is hot', 'What User says tea is hot'], ['What Ann drinks is tea', 'User drinks tea'], ['User is not the one who paints the boat', 'User paints the boat'], ['User knows the one who paints the boat', 'User paints the boat'], ['User is one who paints the boat', 'User paints the boat'], ['User is free as a bird', 'User is free'], ['User and Ann live together', 'User and Ann live'],
])('"%s" does not say "%s"', (claim, text) => expect([saysAllOf(claim, text, true), saysAllOf(text, claim, true)]).toEqual([false, false]));

test.each([
  ['User works at the zoo as a guide', 'User works at the zoo'], ['User likes tea very much', 'User likes tea'], ['User really likes tea', 'I love tea'], ['User likes tea', 'I really love tea'], ['User is now a nurse', "I'm a nurse"], ['The build still runs at night', 'The build runs at night'], ['User has a cat', 'I have a cat'],
  ['User lives by the sea', 'User currently lives by the sea'], ['On rainy days the user works from home', 'User works from home on rainy days'], ['User works from home on rainy days', 'On rainy days the user works from home'], ["User's dog barks", 'My dog barks'], ['User does not eat meat', "I don't eat meat"],
  ['用户喜欢茶。', '我喜欢茶'], ['User drinks tea, over coffee', 'What User drinks is tea over coffee'], ['User paints the boat', 'User is the one who paints the boat'],
])('"%s" says all of "%s"', (claim, text) => expect(saysAllOf(claim, text, true)).toBe(true));

test('who speaks with a name is not the user', () => expect([saysAllOf('User likes tea', 'I like tea', false), saysAllOf('I love tea', 'I like tea', false)]).toEqual([false, true]));
