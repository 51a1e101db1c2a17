// The sentences of an invented life, by category, with slots in braces for words and numbers.
// A third of the categories is of the schema's template, others are a user's own.

export const sentences = {
  preference: [
    'User prefers {quality} {object} for {thing}.',
    'User likes {drink} better than {drink} after {clock}.',
    'User prefers {tool} over {tool} for side projects.',
    'User does not want notifications from {tool} before {clock}.',
    'User prefers {quality} {object} when {person} is in the room.',
    'User eats no {food} on {weekday}s since {date}.',
  ],
  work: [
    'User worked {n} hours on {thing} with {person}.',
    '{person} from {company} asked for {n} changes to {thing}.',
    '{thing} was down for {n} minutes because of {tool}.',
    'User fixed {thing} by running `{code}`.',
    '{person} takes over {thing} in {month}.',
    'The ticket {ticket} about {thing} is waiting for {person}.',
    'User met {person} {when} about {thing}.',
  ],
  decision: [
    'The team decided to {verb} {thing} with {tool} because {reason}.',
    'We will not {verb} {thing} before {date}, because {reason}.',
    'Decision {ticket}: {tool} {version} replaces {tool} for {thing}.',
    '{person} decided to {verb} {thing} by {date}.',
  ],
  technical: [
    'The limit in `{code}` was raised to {n} on {date}.',
    '{tool} {version} needs {n} MB of memory for {thing}.',
    '{thing} answers in {n} ms since {tool} was upgraded to {version}.',
    'User runs `{code}` before touching {thing}.',
    'Port {port} on the staging machine belongs to {tool}.',
  ],
  relationship: [
    '{person} is the {relative} of {person}.',
    '{person} {surname} works at {company} in {place}.',
    '{person} moved from {place} to {place} in {month}.',
    'User calls {person} every {weekday} at {clock}.',
    "{person}'s {relative} is called {person} and likes {hobby}.",
  ],
  experience: [
    'User went to {place} with {person} {when}.',
    'User tried {hobby} for the first time in {place}.',
    'User spent {n} days in {place} and missed the ferry at {clock}.',
    '{person} showed User how to cook {food} {when}.',
  ],
  skill: [
    'User practised {skill} for {n} minutes.',
    '{person} teaches {skill} on {weekday}s.',
    'User reached level {small} in {skill}.',
  ],
  goal: [
    'User wants to {verb} {thing} before {date}.',
    'User plans to run {n} km in {month}.',
    'User wants to read {n} pages of {book} this month.',
    '{person} wants to visit {place} in {month}.',
  ],
  constraint: [
    'The budget for {project} is {n} euros in {month}.',
    'Nobody may deploy {thing} after {clock} on {weekday}s.',
    'User cannot travel between {date} and {date}.',
  ],
  event: [
    'Dinner with {person} at {clock} on {date}.',
    '{person} visits {place} on {date}.',
    'The review of {project} is on {date} at {clock}.',
    '{person} and User meet in {place} {soon}.',
    '{person} has a birthday in {month} and turns {n}.',
  ],
  health: [
    'User had {symptom} {when}.',
    'User slept {small} hours and {n} minutes.',
    'User took {n} mg of ibuprofen for {symptom}.',
    'Blood pressure was {n} over {small}0 at {clock}.',
    'The doctor told User to avoid {food} for {small} weeks.',
  ],
  reading: [
    'User finished chapter {n} of {book}.',
    '{person} recommended {book} {when}.',
    '{book} reminded User of {place}.',
  ],
  finance: [
    'User paid {n} euros for {hobby} on {date}.',
    'The rent rises by {small} percent in {month}.',
    '{company} invoiced {n} euros for {thing}.',
  ],
  general: [
    '{person} said that {place} is too hot in {month}.',
    'The train to {place} leaves at {clock} from platform {small}.',
    '{person} lent User {book}.',
    'The key to the cellar is with {person} since {date}.',
    'User bought {n} grams of {food} and {drink}.',
  ],
};

export const chineseSentences = [
  '用户昨天和{person}讨论了{tool}的配置。',
  '用户喜欢在早上{clock}喝绿茶。',
  '项目预算是{n}欧元，截止日期是{date}。',
  '医生建议用户每天走{n}步。',
  '用户不想在周末收到{tool}的通知。',
  '{person}下周要去北京出差{small}天。',
  '团队决定用{tool}代替旧系统。',
];
