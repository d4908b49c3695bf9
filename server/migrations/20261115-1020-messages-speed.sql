-- Words of senders stand in the index a second time as `<word`, those of recipients only as `>word`: an index keeps no
-- weights, and each match had to be looked at for its own.
drop index messages_search;
update messages m set search = (
  select string_agg(lexeme, ' ')::tsvector from (
    select '''' || w.lexeme || '''' as lexeme from unnest(m.search) w where w.positions is null
    union all
    select '''' || s.sign || w.lexeme || ''':' || string_agg(p.position || p.weight, ',')
    from unnest(m.search) w
    cross join lateral unnest(w.positions, w.weights) as p (position, weight)
    cross join lateral (
      select '' as sign where p.weight <> 'D'
      union all select '<' where p.weight = 'B'
      union all select '>' where p.weight = 'D') s
    group by w.lexeme, s.sign) as lexemes);
create index messages_search on messages using gin (search);
