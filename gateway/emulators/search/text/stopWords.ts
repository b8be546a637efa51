import { fold } from './tokenizer.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(fold(words).split(/\s+/));

/** Articles, pronouns, prepositions, conjunctions and auxiliary verbs by language (ISO 639-1), folded like query words. */
export const STOP_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    de: setOf(`aber als also am an auch auf aus bei beim bin bis da damit dann das dass dein dem den denn der des deren dessen
    die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es euch für gegen
    habe haben hat hatte hatten hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder
    jedes kann kein keine können man mein mich mir mit muss nach nicht noch nun nur ob oder ohne sehr sein seine seinem
    seinen seiner seit sich sie sind so soll über um und uns unser unter vom von vor war waren was weil wenn wer werden
    wie wieder wir wird wo wurde wurden zu zum zur zwischen`),
    en: setOf(`a about am an and any are as at be because been but by can could did do does for from had has have he her his
    how i if in into is it its me might must my no not of on or our she should so some such than that the their them
    then there these they this those to us was we were what when where which who whom whose why will with would you
    your`),
    es: setOf(`a al algo algunas algunos ante antes aquel aquella como con contra cual cuando de del desde donde dos durante e
    el ella ellas ellos en entre era eran es esa esas ese eso esos esta está están estas este esto estos fue fueron ha
    han hasta hay la las le les lo los más me mi mis mucho muy nada ni no nos nosotros o os otra otro para pero poco por
    porque que qué quien se sea ser si sí sin sobre son su sus también tanto te tiene tienen todo todos tu tus un una
    unas uno unos y ya yo`),
    fr: setOf(`à ai au aussi aux avec c ce ceci cela ces cet cette ceux chez comme d dans de des donc dont du elle elles en est
    et eu eux il ils j je l la le les leur leurs lui m ma mais me même mes moi mon n ne ni nos notre nous on ont ou où
    par pas plus pour qu quand que quel quelle quelles quels qui s sa sans se ses si son sont sur t ta te tes toi ton
    tous tout toute toutes très tu un une vos votre vous y été être était sera cest dun jai lon nest quil quils quon quun
    quune sest sil`),
    it: setOf(`a ad agli ai al alla alle allo anche avere c che chi ci come con cui d da dagli dai dal dalla dalle dallo degli
    dei del della delle dello di dove e ed era erano essere fra gli ha hanno ho i il in io l la le lei li lo loro lui ma
    me mi mia mie miei mio ne negli nei nel nella nelle nello no noi non nostra nostro o per perché più quale quando
    quella quelle quelli quello questa queste questi questo se sei si sia siamo sono sta su sua sue sugli sui sul sulla
    sulle sullo suo suoi ti tra tu tua tuo tutti tutto un una uno vi voi`),
    nl: setOf(`aan al alle als bij dan dat de deze die dit doch doen door dus een en er ge geen had hadden heb hebben heeft hem
    het hier hij hoe hun ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om
    omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor want waren was wat we wel werd wezen
    wie wij wil worden wordt zal ze zei zelf zich zij zijn zo zonder zou`),
    pt: setOf(`a à ao aos aquela aquele as às até com como da das de dela dele depois do dos e é ela elas ele eles em entre era
    essa esse esta está este eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós
    num numa o os ou para pela pelas pelo pelos por qual quando que quem são se seja sem ser seu seus só sobre sua suas
    também te tem têm ter teu tu tua um uma umas uns você vocês vos`),
  }),
);
